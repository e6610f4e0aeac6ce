# SPDX-License-Identifier: MIT
"""The questions of both forms: two for each idea, at the same places and of the same kind, with other numbers.

One choice of each is right. Each other one is what a named mistake answers; ``tests/test_before_after_items.py``
computes both.
"""

from dataclasses import dataclass

from language.text import template

# Kept with the answers. Another number says that the questions were others.
EDITION = 1
LETTERS = "abcd"
GRAPH, RULES, ADDING, ORDER, LOSS, LAYERS = IDEAS = (
    template("the graph, and using a value twice"),
    template("local rules"),
    template("accumulation"),
    template("order"),
    template("the loss and the learning rate"),
    template("ten layers"),
)


@dataclass(frozen=True)
class Choice:
    """One of four answers to a question."""

    text: str
    mistake: str = ""  # what somebody thinks who chooses it, as a whole sentence; "" for the right answer


@dataclass(frozen=True)
class Item:
    """A question with four choices, one of them right."""

    idea: str  # one of IDEAS
    text: str
    choices: tuple[Choice, ...]
    code: str = ""  # the program that it asks about

    @property
    def right(self) -> str:
        """The letter of the right choice."""
        return LETTERS[next(place for place, choice in enumerate(self.choices) if not choice.mistake)]

    def chosen(self, letter: str) -> Choice | None:
        """Return the choice of a letter; None where it names none."""
        return self.choices[LETTERS.index(letter)] if letter and letter in LETTERS else None


INTRODUCTION = (
    template("Your answers stay on this computer, and go along only if you hand in this notebook."),
    template("A program computes a result from its inputs, one operation after another."),
    template("Each input and each result of an operation is a node; an arrow leads from a node to each that uses it."),
    template(
        "The gradient of a node `x`, written dL/dx, is the derivative of the result `L`: how many times as far as `x` "
        "the result moves when `x` is nudged."
    ),
    template("A backward pass begins at the result and follows the arrows back, until each node has its gradient."),
)

# The mistakes that questions of both forms are made of.
ONE_NAME = template("A name that is assigned again stays the same node.")
NEW_INPUTS = template("An input becomes a new node each time it is used.")
ALL_NEW = template("Every value becomes a new node each time it is used.")
TWO_PASSES = template("A pass through each part of a graph that was cut gives the gradient of the whole.")
USED_UP = template("The graph has to be kept for another pass.")
WRITTEN_OTHERWISE = template("The way in which the same power is written makes the difference.")
OWN_VALUE = template("The derivative of a product by a factor is that factor's own value.")
NO_UPSTREAM = template("The gradient that arrives from above is left out.")
PASSED_ON = template("A step passes on the gradient as it arrived.")
LAST_STEP = template("The last step alone decides.")
DERIVATIVES_ADDED = template("Along a path, derivatives are added.")
TAKEN_AT_X = template("The derivative of the middle step is taken at `x`, and not at what goes into that step.")
OVERWRITTEN = template("What arrives later takes the place of what arrived before.")
AVERAGED = template("Where two gradients arrive, their mean counts.")
MULTIPLIED = template("Where two gradients arrive, they are multiplied.")
IN_PLACE = template("A change in place is what makes gradients add up.")
COPIED = template("Using one tensor in several results is what makes gradients add up.")
NEAREST_FIRST = template("The nodes nearest to the result come first.")
ONE_PATH_FIRST = template("One path is followed to its end before the next begins.")
AS_COMPUTED = template("The order of the backward pass is that of the program.")
ANY_ORDER = template("The order makes no difference.")
LATER_ALONE = template("The gradient that arrives last is the one that is passed on.")
PASSED_ON_TWICE = template("A node passes everything on again whenever something arrives.")
UPHILL = template("A step follows the gradient, and so goes uphill.")
NO_RATE = template("A step is as long as the gradient.")
RATE_ALONE = template("A step is as long as the learning rate, whatever the gradient.")
NEVER_BEYOND = template("A step beyond the minimum always raises the loss.")
SQUARE_WITHOUT_2 = template("The derivative of a square lacks its factor 2.")
BELOW_1 = template("Every learning rate below 1 is small enough.")
SHARED_OUT = template("The layers share the factor between them.")
ONE_LAYER = template("One layer alone decides.")
FACTORS_ADDED = template("The factors of the layers are added.")
POWER_TURNED = template("The factor is taken as the exponent.")
WITHOUT_X = template("The `+ x` of a layer does nothing on the way back.")
X_ALONE = template("The gradient takes the short way alone, past each `f`.")


def _item(idea: str, text: str, code: str, *choices: tuple[str, str]) -> Item:
    return Item(idea, text, tuple(Choice(*choice) for choice in choices), code.strip("\n"))


FORMS: dict[str, tuple[Item, ...]] = {
    "A": (
        _item(
            GRAPH,
            template("The inputs are `p` and `q`. How many nodes are there in the end?"),
            """
s = p * q
s = s + s
s = s * p
""",
            ("3", ONE_NAME),
            ("5", ""),
            ("6", NEW_INPUTS),
            ("7", ALL_NEW),
        ),
        _item(
            GRAPH,
            template("The last line should print `tensor(36.)`. It prints `None`. Which change fixes it?"),
            """
w = torch.tensor(2.0, requires_grad=True)
u = 3 * w
v = torch.tensor(u.item(), requires_grad=True)
loss = v ** 2
loss.backward()
print(w.grad)
""",
            (template("Write `loss = v * v`."), WRITTEN_OTHERWISE),
            (template("Write `loss.backward(retain_graph=True)`."), USED_UP),
            (template("Write `v = u` in the third line."), ""),
            (template("Add `u.backward()` before the last line."), TWO_PASSES),
        ),
        _item(
            RULES,
            template(
                "`w = u * v` is one step on the way to `L`, and no other step uses `u`. Here `u` is 7, `v` is -3, and "
                "dL/dw is 5. What is dL/du?"
            ),
            "",
            ("-15", ""),
            ("-3", NO_UPSTREAM),
            ("5", PASSED_ON),
            ("35", OWN_VALUE),
        ),
        _item(
            RULES,
            template("`x` is 2. What is dL/dx?"),
            """
u = 3 * x
v = u ** 2
L = 5 * v
""",
            ("5", LAST_STEP),
            ("20", DERIVATIVES_ADDED),
            ("60", TAKEN_AT_X),
            ("180", ""),
        ),
        _item(
            ADDING,
            template(
                "Two steps on the way to `L` use `x`. In the backward pass, first one of them sends 6 to `x`, then the "
                "other sends -2. What is dL/dx?"
            ),
            "",
            ("-12", MULTIPLIED),
            ("-2", OVERWRITTEN),
            ("2", AVERAGED),
            ("4", ""),
        ),
        _item(
            ADDING,
            template("Each round should lower `w` by 2, so that it ends at -1. It ends at -7. Which change fixes it?"),
            """
w = torch.tensor(5.0, requires_grad=True)
for step in range(3):
    loss = 4 * w
    loss.backward()
    with torch.no_grad():
        w -= 0.5 * w.grad
""",
            (template("Write `loss.backward(retain_graph=True)`."), USED_UP),
            (template("Write `w = w - 0.5 * w.grad` in the last line."), IN_PLACE),
            (template("Write `loss = 4 * w.clone()`."), COPIED),
            (template("Add `w.grad = None` as the first line of the loop."), ""),
        ),
        _item(
            ORDER,
            template(
                "The backward pass visits `u`, `v`, `w` and `z` once each. At its visit, a node sends gradients to the "
                "nodes that it was made from. In which order does `x` get the right gradient dz/dx?"
            ),
            """
u = x * y
v = u + x
w = u * v
z = v + w
""",
            ("`z`, `v`, `w`, `u`", NEAREST_FIRST),
            ("`u`, `v`, `w`, `z`", AS_COMPUTED),
            ("`z`, `w`, `v`, `u`", ""),
            ("`z`, `v`, `u`, `w`", ONE_PATH_FIRST),
        ),
        _item(
            ORDER,
            template(
                "A backward pass visits `L` first, then `u`, then `v`, once each. At its visit, a node sends gradients "
                "to the nodes that it was made from. Which gradient does `x` have afterwards?"
            ),
            """
u = 2 * x
v = 5 * u
L = v + u
""",
            ("2", ""),
            ("10", LATER_ALONE),
            ("12", ANY_ORDER),
            ("14", PASSED_ON_TWICE),
        ),
        _item(
            LOSS,
            template(
                "The loss is `(w - 4) ** 2`, `w` is 7, and the learning rate is 0.1. What is `w` after one step of "
                "gradient descent?"
            ),
            "",
            ("1", NO_RATE),
            ("6.4", ""),
            ("6.9", RATE_ALONE),
            ("7.6", UPHILL),
        ),
        _item(
            LOSS,
            template(
                "The loss is `5 * w ** 2`, and `w` begins at 1. Which is the largest of these learning rates with "
                "which every step of gradient descent lowers the loss?"
            ),
            "",
            ("0.08", NEVER_BEYOND),
            ("0.15", ""),
            ("0.35", SQUARE_WITHOUT_2),
            ("0.9", BELOW_1),
        ),
        _item(
            LAYERS,
            template(
                "A net has ten layers, one after another. On the way back, each of them multiplies the gradient by "
                "0.5. By about what do all ten multiply it?"
            ),
            "",
            ("0.001", ""),
            ("0.05", SHARED_OUT),
            ("0.5", ONE_LAYER),
            ("5", FACTORS_ADDED),
        ),
        _item(
            LAYERS,
            template(
                "Ten layers, one after another, compute `y = f(x) + x`. The derivative of each `f` is 0.15. By about "
                "what do all ten multiply the gradient on the way back?"
            ),
            "",
            ("0.000000006", WITHOUT_X),
            ("1", X_ALONE),
            ("4", ""),
            ("11.5", FACTORS_ADDED),
        ),
    ),
    "B": (
        _item(
            GRAPH,
            template("The inputs are `m` and `n`. How many nodes are there in the end?"),
            """
t = m * n
t = t + m
t = t * t
t = t + n
""",
            ("3", ONE_NAME),
            ("6", ""),
            ("8", NEW_INPUTS),
            ("9", ALL_NEW),
        ),
        _item(
            GRAPH,
            template("The last line should print `tensor(48.)`. It prints `None`. Which change fixes it?"),
            """
k = torch.tensor(0.5, requires_grad=True)
g = 4 * k
h = g.detach().requires_grad_()
loss = h ** 3
loss.backward()
print(k.grad)
""",
            (template("Write `h = g` in the third line."), ""),
            (template("Add `g.backward()` before the last line."), TWO_PASSES),
            (template("Write `loss = h * h * h`."), WRITTEN_OTHERWISE),
            (template("Write `loss.backward(retain_graph=True)`."), USED_UP),
        ),
        _item(
            RULES,
            template(
                "`h = g * k` is one step on the way to `L`, and no other step uses `g`. Here `g` is -6, `k` is 4, and "
                "dL/dh is 0.5. What is dL/dg?"
            ),
            "",
            ("-3", OWN_VALUE),
            ("0.5", PASSED_ON),
            ("2", ""),
            ("4", NO_UPSTREAM),
        ),
        _item(
            RULES,
            template("`x` is -1. What is dL/dx?"),
            """
u = x + 4
v = u ** 3
L = 2 * v
""",
            ("2", LAST_STEP),
            ("6", TAKEN_AT_X),
            ("30", DERIVATIVES_ADDED),
            ("54", ""),
        ),
        _item(
            ADDING,
            template(
                "Two steps on the way to `L` use `x`. In the backward pass, first one of them sends 5 to `x`, then the "
                "other sends -4. What is dL/dx?"
            ),
            "",
            ("-20", MULTIPLIED),
            ("-4", OVERWRITTEN),
            ("0.5", AVERAGED),
            ("1", ""),
        ),
        _item(
            ADDING,
            template("The program should print 1, 2 and 4. It prints 1, 3 and 7. Which change fixes it?"),
            """
x = torch.tensor(3.0, requires_grad=True)
for k in (1, 2, 4):
    y = k * x
    y.backward()
    print(x.grad.item())
""",
            (template("Write `y = k * x.clone()`."), COPIED),
            (template("Write `y.backward(retain_graph=True)`."), USED_UP),
            (template("Add `x.grad = None` as the first line of the loop."), ""),
            (template("Write `print(x.grad.clone().item())`."), IN_PLACE),
        ),
        _item(
            ORDER,
            template(
                "The backward pass visits `f`, `g`, `h` and `k` once each. At its visit, a node sends gradients to the "
                "nodes that it was made from. In which order does `m` get the right gradient dk/dm?"
            ),
            """
f = m + n
g = f * m
h = f + g
k = g * h
""",
            ("`k`, `h`, `g`, `f`", ""),
            ("`k`, `g`, `f`, `h`", ONE_PATH_FIRST),
            ("`f`, `g`, `h`, `k`", AS_COMPUTED),
            ("`k`, `g`, `h`, `f`", NEAREST_FIRST),
        ),
        _item(
            ORDER,
            template(
                "A backward pass visits `L` first, then `g`, then `h`, once each. At its visit, a node sends gradients "
                "to the nodes that it was made from. Which gradient does `x` have afterwards?"
            ),
            """
g = 5 * x
h = 3 * g
L = h + g
""",
            ("5", ""),
            ("15", LATER_ALONE),
            ("20", ANY_ORDER),
            ("25", PASSED_ON_TWICE),
        ),
        _item(
            LOSS,
            template(
                "The loss is `(w + 2) ** 2`, `w` is 3, and the learning rate is 0.2. What is `w` after one step of "
                "gradient descent?"
            ),
            "",
            ("-7", NO_RATE),
            ("1", ""),
            ("2.8", RATE_ALONE),
            ("5", UPHILL),
        ),
        _item(
            LOSS,
            template(
                "The loss is `4 * w ** 2`, and `w` begins at 1. Which is the largest of these learning rates with "
                "which every step of gradient descent lowers the loss?"
            ),
            "",
            ("0.1", NEVER_BEYOND),
            ("0.2", ""),
            ("0.4", SQUARE_WITHOUT_2),
            ("0.9", BELOW_1),
        ),
        _item(
            LAYERS,
            template(
                "A net has ten layers, one after another. On the way back, each of them multiplies the gradient by "
                "2. By about what do all ten multiply it?"
            ),
            "",
            ("2", ONE_LAYER),
            ("20", FACTORS_ADDED),
            ("100", POWER_TURNED),
            ("1000", ""),
        ),
        _item(
            LAYERS,
            template(
                "Ten layers, one after another, compute `y = f(x) + x`. The derivative of each `f` is 0.2. By about "
                "what do all ten multiply the gradient on the way back?"
            ),
            "",
            ("0.0000001", WITHOUT_X),
            ("1", X_ALONE),
            ("6.2", ""),
            ("12", FACTORS_ADDED),
        ),
    ),
}
