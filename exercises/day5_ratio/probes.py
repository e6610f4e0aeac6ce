# SPDX-License-Identifier: MIT
"""Questions about ``update_ratios``, and of the reading of ratios and rates."""

from __future__ import annotations

import math
from typing import Any

from exercises.day5_hooks.torch_models import as_numbers, gradients, nn, probe, torch
from exercises.shared.paper import chosen, on_paper
from judge.asking.inputs import number, one_of, simplified
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day5_ratio.right")

MEASURED, READING = "day5-ratio-measured", "day5-ratio-rate"

RATE = 0.125

rate = one_of([RATE], simple=[1.0])


def linear(weights: list[list[float]], gradients: list[list[float]] | None) -> nn.Linear:
    """Return a linear layer with weights and gradients of shape (outputs, inputs), in float64.

    Its biases have gradients that should not count. Without ``gradients``, its weights have none.
    """
    layer = nn.Linear(len(weights[0]), len(weights), dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(weights, dtype=torch.float64))
        layer.bias.fill_(0.5)
    if gradients is not None:
        layer.weight.grad = torch.tensor(gradients, dtype=torch.float64)
        layer.bias.grad = torch.full((len(weights),), 3.5, dtype=torch.float64)
    return layer


def ratios(namespace: Namespace, model: nn.Module, rate: float = RATE) -> Any:
    """Return what the learner measures in one step of plain descent: a ratio for each layer, to seven digits."""
    optimiser = torch.optim.SGD(model.parameters(), lr=rate)
    return digits(namespace["update_ratios"](model, optimiser))


def digits(answer: Any) -> Any:
    """Return numbers to seven significant digits, since a difference has lost some; anything else as it is."""
    listed = as_numbers(answer)
    if not isinstance(listed, list):
        return listed
    return [float(f"{one:.7g}") if isinstance(one, float) and math.isfinite(one) else one for one in listed]


@probe(
    MEASURED,
    "`update_ratios` of a linear layer with the weights [[3.0, 4.0]] and the gradient [[{a}, {b}]], rate {rate}",
    "the length of the change is divided by the length of the weights, 5.0",
    rounds=2,
    a=simplified(number, (3.0, -3.0, 6.0)),
    b=simplified(number, (4.0, -4.0, 8.0)),
    rate=rate,
)
def one_row(namespace: Namespace, a: float, b: float, rate: float) -> Any:
    """Return the ratio of one layer."""
    return ratios(namespace, nn.Sequential(linear([[3.0, 4.0]], [[a, b]])), rate)


@probe(
    MEASURED,
    "`update_ratios` of three linear layers 1→1→1→1: weights 1, 2, -4, gradients {a}, {b}, {c}, rate {rate}",
    "each layer has one weight, and the list runs from the input",
    a=simplified(number, (2.0, 3.0, -3.0)),
    b=simplified(number, (2.0, -4.0, 8.0)),
    c=simplified(number, (4.0, 8.0, -8.0)),
    rate=rate,
)
def one_weight_each(namespace: Namespace, a: float, b: float, c: float, rate: float) -> Any:
    """Return the ratios of three layers of one weight."""
    layers = linear([[1.0]], [[a]]), linear([[2.0]], [[b]]), linear([[-4.0]], [[c]])
    return ratios(namespace, nn.Sequential(layers[0], nn.Tanh(), layers[1], nn.Tanh(), layers[2]), rate)


@probe(
    MEASURED,
    "`update_ratios` of three linear layers 1→1→1→1 with the weight 2 each, gradients {a}, {a}, {c}, rate {rate}",
    "layers that look alike are still three, each with its own ratio",
    a=simplified(number, (2.0, 4.0, 6.0)),
    c=simplified(number, (-4.0, 6.0, 8.0)),
    rate=rate,
)
def equal_layers(namespace: Namespace, a: float, c: float, rate: float) -> Any:
    """Return the ratios of three layers that hold the same weight, two of them with the same gradient."""
    return ratios(namespace, nn.Sequential(*(linear([[2.0]], [[grad]]) for grad in (a, a, c))), rate)


@probe(
    MEASURED,
    "`update_ratios` of a linear layer with the weights [[1.0, 2.0], [4.0, -2.0]] and the gradient "
    f"[[{{a}}, {{b}}], [{{b}}, {{c}}]], rate {RATE}",
    "all entries of a matrix count, and the length of these weights is 5.0",
    rounds=2,
    a=number,
    b=number,
    c=number,
)
def whole_table(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the ratio of a full table: a norm of one row differs there from the largest singular value."""
    return ratios(namespace, nn.Sequential(linear([[1.0, 2.0], [4.0, -2.0]], [[a, b], [b, c]])))


@probe(
    MEASURED,
    f"`update_ratios` of a linear layer with the weights (6, 0, 8) and the gradient {{grads}}, rate {RATE}, where the "
    "optimiser has momentum 0.5 and took a step before",
    "half of the previous step is added, so the change has to be measured, not computed from the rate",
    grads=gradients,
)
def with_momentum(namespace: Namespace, grads: list[float]) -> Any:
    """Return the ratio of a second step with momentum."""
    layer = linear([[6.0, 0.0, 8.0]], [[2.0, 4.0, 4.0]])
    optimiser = torch.optim.SGD(layer.parameters(), lr=RATE, momentum=0.5)
    optimiser.step()
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([[6.0, 0.0, 8.0]]))
    layer.weight.grad = torch.tensor([grads], dtype=torch.float64)
    return digits(namespace["update_ratios"](nn.Sequential(layer), optimiser))


@probe(
    MEASURED,
    "the weights of a linear layer after `update_ratios`: before [[3.0, 4.0]], gradient [[{a}, {b}]], rate {rate}",
    "the optimiser makes one step, and the step stays",
    a=number,
    b=number,
    rate=rate,
)
def weights_after(namespace: Namespace, a: float, b: float, rate: float) -> Any:
    """Return the two weights after the call, as a flat list."""
    layer = linear([[3.0, 4.0]], [[a, b]])
    ratios(namespace, nn.Sequential(layer), rate)
    return layer.weight.detach().flatten().tolist()


@probe(
    MEASURED,
    "`update_ratios` of a linear layer inside a block of a block (weight 2, gradient {a}), then one outside "
    "(weight 4, gradient {b}), rate {rate}",
    "a layer inside a block counts like any other, however deep",
    a=simplified(number, (2.0, 4.0, 6.0)),
    b=simplified(number, (4.0, -8.0, 8.0)),
    rate=rate,
)
def inside_a_block(namespace: Namespace, a: float, b: float, rate: float) -> Any:
    """Return the ratios where one layer stands inside a block, and that in another."""
    block = nn.Sequential(nn.Sequential(linear([[2.0]], [[a]])), nn.Tanh())
    return ratios(namespace, nn.Sequential(block, linear([[4.0]], [[b]])), rate)


def _filled(module: nn.Module) -> nn.Module:
    """Return a module each of whose parameters is 1 and has received the gradient 1."""
    for parameter in module.parameters():
        with torch.no_grad():
            parameter.fill_(1.0)
        parameter.grad = torch.ones_like(parameter)
    return module


def _own_kind() -> nn.Module:
    """Return a module of a class that has the name of PyTorch's linear layer, and is none."""

    class Linear(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.in_features = self.out_features = 1
            self.weight = nn.Parameter(torch.ones(1, 1, dtype=torch.float64))

    return Linear()


@probe(
    MEASURED,
    "`update_ratios` of linear layers (weights 2 and 4, gradients {a} and {c}) round a LayerNorm, a Conv1d and an own "
    f"class `Linear`, rate {RATE}",
    "the others have weights, too, but none is an `nn.Linear`",
    a=number,
    c=number,
)
def beside_other_kinds(namespace: Namespace, a: float, c: float) -> Any:
    """Return the ratios in a model with modules of other kinds that have weights, or a name like a linear layer's."""
    kinds = nn.LayerNorm(1, dtype=torch.float64), nn.Conv1d(1, 1, 1, dtype=torch.float64), _own_kind()
    others = [_filled(module) for module in kinds]
    return ratios(namespace, nn.Sequential(linear([[2.0]], [[a]]), *others, linear([[4.0]], [[c]])))


@probe(
    MEASURED,
    f"`update_ratios` of a linear layer without a gradient, then one (weight 2, gradient {{a}}), rate {RATE}",
    "the step does not change the first one",
    a=number,
)
def without_gradient(namespace: Namespace, a: float) -> Any:
    """Return the ratios where the optimiser has nothing to do in one layer."""
    return ratios(namespace, nn.Sequential(linear([[1.0]], None), linear([[2.0]], [[a]])))


on_paper(
    READING,
    "reading",
    "factor",
    "by which number layer 4's weights are multiplied, and layer 3's divided, so that both ratios are 0.001",
    "write down the gradients of two layers of one weight each, before and after",
    judged=lambda: right.factor,
)
chosen(
    READING,
    "reading",
    "rate 3",
    "multiply `300 · f⁹` of exercise 5.8 by thirty, and compare with ten and thirty",
    ("sigmoid", "tanh", "ReLU", "none"),
    ask='which net learns at the rate 3: `reading["rate 3"]`',
)
