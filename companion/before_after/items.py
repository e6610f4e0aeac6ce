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
    template('Nobody has to know the answers: "I don\'t know" is a good one, and better than a guess.'),
    template("Your answers are kept here, and go along only if you hand in this notebook."),
    template("A program computes a result `L` from its inputs, one operation after another."),
    template("Each input and each result of an operation is a node; an arrow leads from a node to each that uses it."),
    template(
        "The gradient of a node `x` is dL/dx, the derivative: if `x` grows by a little, `L` grows by dL/dx times that."
    ),
    template(
        "A backward pass is to find all gradients. It begins at the result and visits one node after another. At its "
        "visit, a node passes gradients on to the nodes that it was made from."
    ),
    template("Gradient descent lowers a loss by many small changes of a number `w`."),
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
INNER_LEFT_OUT = template("The derivative of the first step is left out.")
DERIVATIVES_ADDED = template("Along a path, derivatives are added.")
TAKEN_AT_X = template("The derivative of the middle step is taken at `x`, and not at what goes into that step.")
OVERWRITTEN = template("What arrives later takes the place of what arrived before.")
AVERAGED = template("Where two gradients arrive, their mean counts.")
MULTIPLIED = template("Where two gradients arrive, they are multiplied.")
PRINTED = template("What is printed has to be a copy of the gradient.")
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
EACH_ALONE = template("Each layer gets the gradient of the result itself.")
FACTORS_ADDED = template("The factors of the layers are added.")
OTHER_END = template("The gradient begins at the input, and changes on the way to the result.")
WITHOUT_INPUT = template("The `+ u` of a layer does nothing on the way back.")
INPUT_ALONE = template("The gradient takes the short way alone, past each `f`.")


def _item(idea: str, text: str, code: str, *choices: tuple[str, str]) -> Item:
    return Item(idea, text, tuple(Choice(*choice) for choice in choices), code.strip("\n"))


FORMS: dict[str, tuple[Item, ...]] = {
    "A": (
        _item(
            GRAPH,
            template("The inputs are `p` and `q`. How many nodes does the whole graph have?"),
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
            template("The last line should print `tensor(18.)`. It prints `None`. Which change fixes it?"),
            """
w = torch.tensor(1.0, requires_grad=True)
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
            template("`x` is 3. The derivative of `f` is 4 at 3, and it is 7 at 6. What is dL/dx?"),
            """
u = 2 * x
v = f(u)
L = 5 * v
""",
            ("14", DERIVATIVES_ADDED),
            ("35", INNER_LEFT_OUT),
            ("40", TAKEN_AT_X),
            ("70", ""),
        ),
        _item(
            ADDING,
            template(
                "Two steps on the way to `L` use `x`. In the backward pass, 6 arrives at `x` from one of them, and "
                "then -2 from the other. What is dL/dx?"
            ),
            "",
            ("-12", MULTIPLIED),
            ("-2", OVERWRITTEN),
            ("2", AVERAGED),
            ("4", ""),
        ),
        _item(
            ADDING,
            template(
                "The last line should print the derivative of the last `y`, `tensor(2.)`. It prints `tensor(4.)`. "
                "Which change fixes it?"
            ),
            """
w = torch.tensor(5.0, requires_grad=True)
for factor in (3, -1, 2):
    y = factor * w
    y.backward()
print(w.grad)
""",
            (template("Add `w.grad = None` as the first line of the loop."), ""),
            (template("Write `y.backward(retain_graph=True)`."), USED_UP),
            (template("Write `y = factor * w.clone()`."), COPIED),
            (template("Write `print(w.grad.clone())`."), PRINTED),
        ),
        _item(
            ORDER,
            template(
                "A backward pass visits these five nodes once each. In which order does `x` get the right gradient?"
            ),
            """
i = y * x
j = y + x
k = i * j
m = i + k
L = m * j
""",
            ("`i`, `j`, `k`, `m`, `L`", AS_COMPUTED),
            ("`L`, `m`, `j`, `i`, `k`", NEAREST_FIRST),
            ("`L`, `m`, `k`, `i`, `j`", ""),
            ("`L`, `m`, `i`, `k`, `j`", ONE_PATH_FIRST),
        ),
        _item(
            ORDER,
            template(
                "Somebody lets a backward pass visit `L` first, then `u`, then `v`, once each. Which number does it "
                "leave at `x`?"
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
                "A net has ten layers. On the way back, each multiplies the gradient by 0.5. How large is the gradient "
                "at the input, compared with that at the result?"
            ),
            "",
            (template("about 1000 times as large"), OTHER_END),
            (template("just as large"), EACH_ALONE),
            (template("about 1/1000 of it"), ""),
            (template("about 1/5 of it"), FACTORS_ADDED),
        ),
        _item(
            LAYERS,
            template(
                "Each of ten layers computes `y = f(u) + u` from what the layer before it gives. The derivative of "
                "each `f` is 0.4. By about what do all ten multiply the gradient on the way back?"
            ),
            "",
            ("0.0001", WITHOUT_INPUT),
            ("1", INPUT_ALONE),
            ("14", FACTORS_ADDED),
            ("29", ""),
        ),
    ),
    "B": (
        _item(
            GRAPH,
            template("The inputs are `m` and `n`. How many nodes does the whole graph have?"),
            """
t = m * n
t = t + m
t = t * t
t = t + n
""",
            ("3", ONE_NAME),
            ("9", ALL_NEW),
            ("8", NEW_INPUTS),
            ("6", ""),
        ),
        _item(
            GRAPH,
            template("The last line should print `tensor(48.)`. It prints `None`. Which change fixes it?"),
            """
k = torch.tensor(0.5, requires_grad=True)
g = 4 * k
h = torch.tensor(g.item(), requires_grad=True)
loss = h ** 3
loss.backward()
print(k.grad)
""",
            (template("Write `h = g` in the third line."), ""),
            (template("Write `loss = h * h * h`."), WRITTEN_OTHERWISE),
            (template("Write `loss.backward(retain_graph=True)`."), USED_UP),
            (template("Add `g.backward()` before the last line."), TWO_PASSES),
        ),
        _item(
            RULES,
            template(
                "`h = g * k` is one step on the way to `L`, and no other step uses `g`. Here `g` is -6, `k` is 4, and "
                "dL/dh is 0.5. What is dL/dg?"
            ),
            "",
            ("4", NO_UPSTREAM),
            ("2", ""),
            ("0.5", PASSED_ON),
            ("-3", OWN_VALUE),
        ),
        _item(
            RULES,
            template("`x` is 2. The derivative of `f` is 3 at 2, and it is 4 at 6. What is dL/dx?"),
            """
g = 3 * x
h = f(g)
L = 2 * h
""",
            ("9", DERIVATIVES_ADDED),
            ("8", INNER_LEFT_OUT),
            ("24", ""),
            ("18", TAKEN_AT_X),
        ),
        _item(
            ADDING,
            template(
                "Two steps on the way to `L` use `x`. In the backward pass, 5 arrives at `x` from one of them, and "
                "then -4 from the other. What is dL/dx?"
            ),
            "",
            ("-20", MULTIPLIED),
            ("1", ""),
            ("0.5", AVERAGED),
            ("-4", OVERWRITTEN),
        ),
        _item(
            ADDING,
            template(
                "The last line should print the derivative of the last `z`, `tensor(-1.)`. It prints `tensor(5.)`. "
                "Which change fixes it?"
            ),
            """
m = torch.tensor(3.0, requires_grad=True)
for times in (2, 4, -1):
    z = times * m
    z.backward()
print(m.grad)
""",
            (template("Write `z = times * m.clone()`."), COPIED),
            (template("Write `z.backward(retain_graph=True)`."), USED_UP),
            (template("Add `m.grad = None` as the first line of the loop."), ""),
            (template("Write `print(m.grad.clone())`."), PRINTED),
        ),
        _item(
            ORDER,
            template(
                "A backward pass visits these five nodes once each. In which order does `m` get the right gradient?"
            ),
            """
f = n + m
g = m * n
h = g * f
k = f + h
L = k + g
""",
            ("`L`, `k`, `f`, `h`, `g`", ONE_PATH_FIRST),
            ("`f`, `g`, `h`, `k`, `L`", AS_COMPUTED),
            ("`L`, `k`, `g`, `f`, `h`", NEAREST_FIRST),
            ("`L`, `k`, `h`, `f`, `g`", ""),
        ),
        _item(
            ORDER,
            template(
                "Somebody lets a backward pass visit `L` first, then `g`, then `h`, once each. Which number does it "
                "leave at `x`?"
            ),
            """
g = 5 * x
h = 3 * g
L = h + g
""",
            ("20", ANY_ORDER),
            ("15", LATER_ALONE),
            ("5", ""),
            ("25", PASSED_ON_TWICE),
        ),
        _item(
            LOSS,
            template(
                "The loss is `(w + 2) ** 2`, `w` is 3, and the learning rate is 0.2. What is `w` after one step of "
                "gradient descent?"
            ),
            "",
            ("1", ""),
            ("-7", NO_RATE),
            ("5", UPHILL),
            ("2.8", RATE_ALONE),
        ),
        _item(
            LOSS,
            template(
                "The loss is `4 * w ** 2`, and `w` begins at 1. Which is the largest of these learning rates with "
                "which every step of gradient descent lowers the loss?"
            ),
            "",
            ("0.1", NEVER_BEYOND),
            ("0.9", BELOW_1),
            ("0.4", SQUARE_WITHOUT_2),
            ("0.2", ""),
        ),
        _item(
            LAYERS,
            template(
                "A net has ten layers. On the way back, each multiplies the gradient by 2. How large is the gradient "
                "at the input, compared with that at the result?"
            ),
            "",
            (template("about 1/1000 of it"), OTHER_END),
            (template("about 1000 times as large"), ""),
            (template("about 20 times as large"), FACTORS_ADDED),
            (template("just as large"), EACH_ALONE),
        ),
        _item(
            LAYERS,
            template(
                "Each of ten layers computes `y = f(u) + u` from what the layer before it gives. The derivative of "
                "each `f` is 0.5. By about what do all ten multiply the gradient on the way back?"
            ),
            "",
            ("58", ""),
            ("15", FACTORS_ADDED),
            ("1", INPUT_ALONE),
            ("0.001", WITHOUT_INPUT),
        ),
    ),
}
