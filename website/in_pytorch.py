# SPDX-License-Identifier: MIT
"""What goes wrong with PyTorch and in no exercise: pages of the atlas, each with the smallest program that shows it.

Only what people write stands here. What a program prints, and the error that ends it, come from running it when the
site is built.
"""

from __future__ import annotations

import contextlib
import io
import re
import traceback
import warnings
from dataclasses import dataclass
from functools import cached_property

from judge.run.messages import Message, Sentence
from judge.run.words import template

# Where a warning stands in PyTorch's own code, and where it was discussed, are different in each version.
_PLACES = re.compile(r" See github\.com.*| \(Triggered internally.*", re.DOTALL)


@dataclass(frozen=True)
class Case:
    """A mistake that Python or PyTorch shows, with the program that shows it and one that does not make it."""

    id: str
    heading: str
    sign: str  # what people see
    program: str
    reason: str
    mend: str
    mended: str
    alike: tuple[str, ...] = ()  # mistakes in an engine of one's own that look like it, or have the same cause

    @property
    def title(self) -> Message:
        """What is wrong."""
        return Sentence.quoting(self.heading).message()

    @property
    def symptom(self) -> Message:
        """What people see first."""
        return Sentence.quoting(self.sign).message()

    @property
    def why(self) -> Message:
        """Why that is so."""
        return Sentence.quoting(self.reason).message()

    @property
    def instead(self) -> Message:
        """What to do instead."""
        return Sentence.quoting(self.mend).message()

    @cached_property
    def printed(self) -> str:
        """What the program prints, with the error that ends it."""
        return printed(self.program)

    @cached_property
    def printed_when_mended(self) -> str:
        """What the mended program prints."""
        return printed(self.mended)


def printed(program: str) -> str:
    """Run a program of this file, and return what it prints, warnings and the last line of an error among it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            exec(compile(program, "<program>", "exec"), {"__name__": "program"})
        except Exception as error:  # Most of these programs are there to show one.
            out.write("".join(traceback.format_exception_only(error)))
    notes = [f"{one.category.__name__}: {_PLACES.sub('', str(one.message))}" for one in warned]
    return "\n".join([*notes, out.getvalue().rstrip()])


CASES = (
    Case(
        "torch-leaf-in-place",
        template("A weight is changed in place while its gradient is recorded"),
        template("`a leaf Variable that requires grad is being used in an in-place operation`"),
        """import torch

w = torch.tensor(3.0, requires_grad=True)
w -= 0.1
""",
        template(
            "A leaf is a tensor that you made yourself, such as a weight. PyTorch records what you do with it, and "
            "`-=` would replace the very number that the graph starts from. So it refuses."
        ),
        template(
            "An update is no part of the function that you differentiate: make it under `torch.no_grad()`. With "
            "`w = w - 0.1` there is no error, but `w` is then a result and no leaf, and its `grad` is None."
        ),
        """import torch

w = torch.tensor(3.0, requires_grad=True)
with torch.no_grad():
    w -= 0.1
print(w)
""",
        ("day4-train-loop-variable", "day3-changed-nothing-refused"),
    ),
    Case(
        "torch-in-place",
        template("A tensor that the backward pass needs is changed in place"),
        template("`one of the variables needed for gradient computation has been modified by an inplace operation`"),
        """import torch

x = torch.tensor(2.0, requires_grad=True)
y = x.exp()
z = y * y
y += 1
z.backward()
""",
        template(
            "The slope of `y * y` is computed from `y`, and `y += 1` has replaced that number. PyTorch counts the "
            "changes of each tensor, its version, and stops rather than give a wrong gradient. `x[0] = ...`, "
            "`ReLU(inplace=True)` and an `optimizer.step()` between two backward passes change tensors, too."
        ),
        template(
            "Make a new tensor: `y = y + 1` in place of `y += 1`, `inplace=False`, or `clone()` before you change "
            "it. To find the place, run once under `torch.autograd.set_detect_anomaly(True)`."
        ),
        """import torch

x = torch.tensor(2.0, requires_grad=True)
y = x.exp()
z = y * y
y = y + 1
z.backward()
print(x.grad)
""",
        ("day3-changed-nothing-refused",),
    ),
    Case(
        "torch-backward-twice",
        template("`backward()` is called twice on the same graph"),
        template("`Trying to backward through the graph a second time`"),
        """import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward()
y.backward()
""",
        template(
            "After a backward pass, PyTorch frees the numbers that it kept for it. It happens where the forward pass "
            "stands before the loop, where two losses share a part and each calls `backward()`, and where the hidden "
            "state of the last batch goes into the next one with its graph."
        ),
        template(
            "Run the forward pass again in each step. Add two losses, and call `backward()` once. Cut a state that "
            "goes on with `detach()`. `retain_graph=True` keeps the graph for a second call, but then gradients add "
            "up, and in a training loop the graph grows."
        ),
        """import torch

x = torch.tensor(3.0, requires_grad=True)
for step in range(2):
    x.grad = None
    y = x * x
    y.backward()
    print(x.grad)
""",
        ("day4-train-forward-outside", "day3-twice-interior-kept", "day4-train-not-zeroed"),
    ),
    Case(
        "torch-no-grad",
        template("The loss is computed under `no_grad()`"),
        template("`element 0 of tensors does not require grad and does not have a grad_fn`"),
        """import torch

w = torch.tensor(3.0, requires_grad=True)
with torch.no_grad():
    loss = (w - 1) ** 2
print(loss.requires_grad)
loss.backward()
""",
        template(
            "Under `torch.no_grad()` nothing is recorded: the result is right, but it does not know where it comes "
            "from. Validation and `inference_mode()` do the same. `loss.requires_grad = True` afterwards silences "
            "the error and mends nothing: the loss is then a leaf, and the weights get no gradient."
        ),
        template(
            "Use `no_grad()` for updates and for validation only, and compute the loss outside of it. `no_grad()` "
            "records nothing in its whole block; `detach()` cuts off a single tensor."
        ),
        """import torch

w = torch.tensor(3.0, requires_grad=True)
loss = (w - 1) ** 2
loss.backward()
print(w.grad)
""",
        ("day2-torch-no-gradient-wanted", "day1-add-returns-number"),
    ),
    Case(
        "torch-detach",
        template("`detach()`, `item()` or `data` cuts the graph in the middle"),
        template("The loss is right, but the gradient of what came before is None"),
        """import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
middle = (a * a).detach()
loss = middle * b
loss.backward()
print(a.grad, b.grad)
""",
        template(
            "`detach()` gives the same numbers without their history, so the backward pass stops there. So do "
            "`.data`, `.item()`, `.numpy()`, and a new `torch.tensor(...)` made of old tensors."
        ),
        template(
            "Leave `detach()` out where gradients have to pass. It is right where they must not: for the fixed part "
            "of a model, such as a generator while the discriminator learns, for targets, and for a hidden state."
        ),
        """import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
middle = a * a
loss = middle * b
loss.backward()
print(a.grad, b.grad)
""",
        ("day2-nothing-passed", "day1-add-returns-number", "day4-loss-plain-number"),
    ),
    Case(
        "torch-not-scalar",
        template("`backward()` is called on more than one number"),
        template("`grad can be implicitly created only for scalar outputs`"),
        """import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
y.backward()
""",
        template(
            "A backward pass begins with the gradient of the output, which is 1 for a single number. For a vector "
            "there is no such beginning: each entry has a gradient of its own. With several GPUs, each gives a loss, "
            "too."
        ),
        template(
            "Make one number of it, with `mean()` or `sum()`, or choose an entry, `y[0].backward()`. Or say how much "
            "each entry counts: `y.backward(gradient=torch.ones_like(y))` is the same as `y.sum().backward()`."
        ),
        """import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
y.sum().backward()
print(x.grad)
""",
        ("day3-backward-no-seed",),
    ),
    Case(
        "torch-numpy",
        template("A tensor with a history is turned into an array"),
        template("`Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.`"),
        """import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
loss.numpy()
""",
        template(
            "NumPy records nothing, so the history would be lost without a word: PyTorch asks you to say so. It also "
            "happens where matplotlib draws a tensor or where `np.mean` gets a list of losses."
        ),
        template(
            "For a picture or a table write `loss.detach().numpy()`, on a GPU `.detach().cpu().numpy()`, and for a "
            "single number `loss.item()`. Within the loss itself, use PyTorch's own functions."
        ),
        """import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
print(loss.detach().numpy(), loss.item())
""",
        ("day1-add-returns-number",),
    ),
    Case(
        "torch-not-a-leaf",
        template("The gradient of a result is None, since only leaves keep theirs"),
        template(
            "`x.grad` is None, with `The .grad attribute of a Tensor that is not a leaf Tensor is being accessed`"
        ),
        """import torch

x = 0.1 * torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
y.backward()
print(x.is_leaf, x.grad)
""",
        template(
            "The leaf is the tensor in the brackets, which has no name any more; `x` is a result. The same happens "
            "with `.cuda()`, `.to(device)` or `.reshape()` after `requires_grad=True`."
        ),
        template(
            "Ask for the gradient last: first compute or move the numbers, then call `requires_grad_()`. Where you "
            "want the gradient of an intermediate tensor, call its `retain_grad()` before `backward()`."
        ),
        """import torch

x = (0.1 * torch.tensor([1.0, 2.0])).requires_grad_()
y = (x * x).sum()
y.backward()
print(x.is_leaf, x.grad)
""",
        ("day2-torch-backward-missing",),
    ),
    Case(
        "torch-no-derivative",
        template("The loss goes through a step that has no derivative"),
        template("`argmax`, `round`, `>` or `int` in the loss: no gradient arrives, or all of them are zero"),
        """import torch

scores = torch.tensor([0.1, 0.7, 0.2], requires_grad=True)
guess = scores.argmax()
print(guess.requires_grad)
loss = (guess - 2.0) ** 2
loss.backward()
""",
        template(
            "A small change of the scores does not change which one is the largest, so the derivative is 0 or does "
            "not exist. Accuracy, counts and rounded outputs are such numbers: you can report them, but not learn "
            "from them."
        ),
        template("Compute the loss from the scores themselves, and use `argmax` only for what you report."),
        """import torch

scores = torch.tensor([[0.1, 0.7, 0.2]], requires_grad=True)
loss = torch.nn.functional.cross_entropy(scores, torch.tensor([2]))
loss.backward()
print(scores.grad)
""",
        ("day4-loss-plain-number",),
    ),
    Case(
        "torch-not-used",
        template("A gradient is asked for with respect to a tensor that the result does not use"),
        template("`appears to not have been used in the graph. Set allow_unused=True`"),
        """import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
y = a * a
torch.autograd.grad(y, [a, b])
""",
        template(
            "No path leads from `y` back to `b`. Often it leads to a copy: `b.clone()`, `b[0]` or `b.to(device)` is "
            "another tensor than the one that went into the result."
        ),
        template(
            "Ask for the tensor that was used. If it is right that one has no part in the result, "
            "`allow_unused=True` gives None for it."
        ),
        """import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
y = a * b
print(torch.autograd.grad(y, [a, b]))
""",
    ),
    Case(
        "torch-whole-numbers",
        template("A tensor of whole numbers can't have a gradient"),
        template("`Only Tensors of floating point and complex dtype can require gradients`"),
        """import torch

x = torch.tensor([1, 2, 3], requires_grad=True)
""",
        template(
            "Between 1 and 2 there is no whole number, so nothing can move a little. `torch.tensor([1])` and what "
            "`argmax` or `max(...)[1]` returns hold whole numbers."
        ),
        template("Write `1.0`, or `dtype=torch.float32`. Positions and class numbers need no gradient."),
        """import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
print(x)
""",
    ),
    Case(
        "torch-no-parameters",
        template("The optimizer gets no parameters"),
        template("`optimizer got an empty parameter list`, or layers that never learn"),
        """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 3), nn.Linear(3, 1)]


net = Net()
print(len(list(net.parameters())))
torch.optim.SGD(net.parameters(), lr=0.1)
""",
        template(
            "`parameters()` finds layers and parameters that are attributes, and does not look into a list or a "
            "dictionary. It also finds nothing where `__init__` is misspelled, such as `_init_`, or where a weight is "
            "a plain tensor."
        ),
        template(
            "Use `nn.ModuleList` or `nn.Sequential` for layers, and `nn.Parameter` for a tensor that is to learn. A "
            "generator can be read once only: make the optimizer from `list(net.parameters())` if you need it again."
        ),
        """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 3), nn.Linear(3, 1)])


net = Net()
print(len(list(net.parameters())))
""",
        ("day4-parameters-part-left-out", "day4-parameters-without-bias"),
    ),
    Case(
        "torch-graph-kept",
        template("The sum of the losses keeps the graph of every step"),
        template("Memory grows with every batch, up to `CUDA out of memory`"),
        """import torch

w = torch.tensor(2.0, requires_grad=True)
total = 0.0
for step in range(3):
    loss = (w - 1) ** 2
    total += loss
print(total)
""",
        template(
            "`total` has a `grad_fn`: it is a result like any other, and holds the graphs of all steps. A list of "
            "losses or of outputs does the same."
        ),
        template("Keep the number alone: `total += loss.item()`, or `loss.detach()` for a tensor."),
        """import torch

w = torch.tensor(2.0, requires_grad=True)
total = 0.0
for step in range(3):
    loss = (w - 1) ** 2
    total += loss.item()
print(total)
""",
        ("day5-hooks-stay",),
    ),
    Case(
        "torch-rate-too-large",
        template("The learning rate is too large"),
        template("The loss goes up from step to step, jumps about, or becomes inf and then NaN"),
        """import torch

w = torch.tensor(1.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=1.1)
for step in range(5):
    loss = w**2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 2))
""",
        template(
            "Each step goes against the gradient, and yet too far: it lands on the other side of the valley, higher "
            "than before. There the gradient is larger, and so is the next step."
        ),
        template(
            "Divide the learning rate by 10 until the loss falls. If it rises even with a very small one, the "
            "gradient itself or the sign of the update is wrong."
        ),
        """import torch

w = torch.tensor(1.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.11)
for step in range(5):
    loss = w**2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 2))
""",
        ("day4-train-ascent", "day4-train-not-zeroed", "day5-init-standard-normal"),
    ),
    Case(
        "torch-nan-gradient",
        template("The gradient is NaN although the loss is a number"),
        template("`x.grad` is `nan`, or `returned nan values in its 0th output`"),
        """import torch

x = torch.tensor(0.0, requires_grad=True)
y = torch.where(x > 0, x.sqrt(), 0 * x)
y.backward()
print(y)
print(x.grad)
""",
        template(
            "The slope of a square root is infinite at 0, and 0 times infinity is NaN. `where` takes the right "
            "number, but the backward pass goes through both branches. The same happens with "
            "`(x * x).sum().sqrt()` at zeros, where `norm()` gives 0, with `log` at 0, and with `exp` of a large "
            "number "
            "in a branch that is not taken."
        ),
        template(
            "Keep the input away from that point before the function, not after it: `clamp(min=1e-8)`, or a small "
            "number under the root. `torch.autograd.set_detect_anomaly(True)` names the operation."
        ),
        """import torch

x = torch.tensor(0.0, requires_grad=True)
y = torch.where(x > 0, x.clamp(min=1e-8).sqrt(), 0 * x)
y.backward()
print(y)
print(x.grad)
""",
        ("day3-sigmoid-overflows", "day5-init-standard-normal"),
    ),
    Case(
        "torch-dead-relu",
        template("A ReLU is 0 for every input, and so is its gradient"),
        template("Outputs are 0, gradients are 0, and the neuron never learns again"),
        """import torch

w = torch.tensor(0.5, requires_grad=True)
b = torch.tensor(-4.0, requires_grad=True)
x = torch.tensor([1.0, 2.0, 3.0])
out = torch.relu(w * x + b)
loss = ((out - 1) ** 2).mean()
loss.backward()
print(out)
print(w.grad, b.grad)
""",
        template(
            "Where its input is negative, a ReLU is flat: its slope is 0, and PyTorch takes 0 at 0, too. If that is "
            "so for every example, nothing reaches the weights any more. A large step, a bad start or a ReLU on the "
            "last layer does it."
        ),
        template(
            "Use a smaller learning rate, a start for ReLU (`nn.init.kaiming_normal_`), or `LeakyReLU`, which keeps "
            "a small slope. Put no ReLU on the output layer."
        ),
        """import torch

w = torch.tensor(0.5, requires_grad=True)
b = torch.tensor(-4.0, requires_grad=True)
x = torch.tensor([1.0, 2.0, 3.0])
out = torch.nn.functional.leaky_relu(w * x + b)
loss = ((out - 1) ** 2).mean()
loss.backward()
print(w.grad, b.grad)
""",
        ("day5-init-nothing-changes",),
    ),
    Case(
        "torch-softmax-twice",
        template("A softmax stands before `CrossEntropyLoss`, which has one already"),
        template("The loss falls slowly and stays high, about 0.55 for three classes, although all answers are right"),
        """import torch
from torch import nn

scores = torch.tensor([[10.0, 0.0, 0.0]])
target = torch.tensor([0])
loss = nn.CrossEntropyLoss()
print(loss(torch.softmax(scores, dim=1), target))
""",
        template(
            "`CrossEntropyLoss` takes scores of any size, logits, and applies the softmax itself. A second softmax "
            "sees numbers between 0 and 1 only, which are never far apart: even a perfect answer has a loss, and "
            "gradients are small."
        ),
        template(
            "Give the loss the output of the last linear layer. For probabilities, apply `softmax` when you show "
            "them. `NLLLoss` wants `log_softmax`, `BCELoss` a sigmoid, and `BCEWithLogitsLoss` none."
        ),
        """import torch
from torch import nn

scores = torch.tensor([[10.0, 0.0, 0.0]])
target = torch.tensor([0])
loss = nn.CrossEntropyLoss()
print(loss(scores, target))
""",
        ("day4-entropy-log-argument",),
    ),
    Case(
        "python-no-value-yet",
        template("A name is used before it has a value"),
        template("`UnboundLocalError`: `cannot access local variable`, or `referenced before assignment`"),
        """def train(batches):
    for batch in batches:
        loss = sum(batch)
    return loss


train([])
""",
        template(
            "Within a function, a name that is assigned anywhere belongs to the function, and has no value before "
            "that line ran. Here the loop never ran, since there was no batch: often a path is wrong and the data set "
            "is empty. `total += loss` without a `total` before it does the same."
        ),
        template("Give the name its value before the loop. Then look why the loop did not run."),
        """def train(batches):
    loss = 0.0
    for batch in batches:
        loss = sum(batch)
    return loss


print(train([]))
""",
        ("day1-trace-name-too-early",),
    ),
)
