# SPDX-License-Identifier: MIT
"""Questions about ``arriving_gradient_norms``."""

from __future__ import annotations

from typing import Any

from exercises.day5_hooks.torch_models import as_numbers, inputs_for, layers_in_blocks, nn, probe, seeded, torch
from judge.asking.inputs import integer, number, one_of_many
from judge.asking.probe import Namespace


def weighted(weight: float) -> nn.Linear:
    """Return a linear layer of width 1 with this weight and bias 0."""
    layer = nn.Linear(1, 1, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.fill_(weight)
        layer.bias.zero_()
    return layer


def hooks_left(model: nn.Module) -> int:
    """Return how many hooks, of whatever kind, are left in a model."""
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return sum(len(getattr(module, kind)) for module in model.modules() for kind in kinds)


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of one layer of width 1 with weight {a}, bias 0, at `x = {c}`, target 0",
    "`2y` arrives at it, with `y = {a} · {c}`",
    a=number,
    c=number,
)
def arrives_at_one(namespace: Namespace, a: float, c: float) -> Any:
    """Return what arrives at a single layer."""
    x = torch.full((1, 1), c, dtype=torch.float64, requires_grad=True)
    target = torch.zeros(1, 1, dtype=torch.float64)
    return as_numbers(namespace["arriving_gradient_norms"](nn.Sequential(weighted(a)), x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of two layers of width 1 with weights {a} and {b}, biases 0, at `x = {c}`, target 0",
    "`2y` arrives at the second layer, with `y = {a} · {b} · {c}`, and {b} times that at the first",
    a=number,
    b=number,
    c=number,
)
def arrives_by_hand(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return what arrives at two layers of width 1."""
    x = torch.full((1, 1), c, dtype=torch.float64, requires_grad=True)
    target = torch.zeros(1, 1, dtype=torch.float64)
    return as_numbers(namespace["arriving_gradient_norms"](nn.Sequential(weighted(a), weighted(b)), x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of three layers of width 1 with weight {a} each, biases 0, at `x = {c}`, target 0",
    "layers that look alike are still three: `2y` arrives at the third, and each layer passes on {a} times what it "
    "gets",
    a=number,
    c=number,
)
def arrives_at_equal_layers(namespace: Namespace, a: float, c: float) -> Any:
    """Return what arrives at three layers that hold the same numbers."""
    x = torch.full((1, 1), c, dtype=torch.float64, requires_grad=True)
    target = torch.zeros(1, 1, dtype=torch.float64)
    model = nn.Sequential(*(weighted(a) for _ in range(3)))
    return as_numbers(namespace["arriving_gradient_norms"](model, x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of two layers of width 1 with weights {a} and {b}, the first in a block of a block, "
    "biases 0, at `x = {c}`, target 0",
    "a layer inside a block counts like any other: `2y` arrives at the second layer, with `y = {a} · {b} · {c}`, and "
    "{b} times that at the first",
    rounds=1,
    a=one_of_many,
    b=one_of_many,
    c=one_of_many,
)
def arrives_in_one_block(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return what arrives at two layers of width 1, the first of which stands in a block."""
    x = torch.full((1, 1), c, dtype=torch.float64, requires_grad=True)
    target = torch.zeros(1, 1, dtype=torch.float64)
    model = nn.Sequential(nn.Sequential(nn.Sequential(weighted(a))), weighted(b))
    return as_numbers(namespace["arriving_gradient_norms"](model, x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of layers 3→4→4→2, the first in a block, tanh and a LayerNorm between, from seed {n}",
    "one norm for each linear layer, of the whole batch's gradient with respect to its output",
    n=integer,
)
def arrives_in_blocks(namespace: Namespace, n: int) -> Any:
    """Return what arrives at three layers, one of them inside a block."""
    seeded(n)
    x, target = inputs_for(5, 3, 2)
    return as_numbers(namespace["arriving_gradient_norms"](layers_in_blocks(), x, target))


@probe(
    "day5-hooks-removed",
    "the number of hooks that remain in a model of three linear layers after `arriving_gradient_norms`",
    "hooks registered for one pass are removed after it",
    n=integer,
)
def removed(namespace: Namespace, n: int) -> Any:
    """Return how many hooks a call leaves behind."""
    seeded(n)
    x, target = inputs_for(2, 2, 2)
    model = nn.Sequential(*(nn.Linear(2, 2, dtype=torch.float64) for _ in range(3)))
    namespace["arriving_gradient_norms"](model, x, target)
    return hooks_left(model)


@probe(
    "day5-hooks-removed",
    "the length of the list that a second call of `arriving_gradient_norms` gives, for two linear layers",
    "the second pass works like the first",
    n=integer,
)
def second_call(namespace: Namespace, n: int) -> Any:
    """Return how long the list of a second call is."""
    seeded(n)
    x, target = inputs_for(2, 2, 2)
    model = nn.Sequential(*(nn.Linear(2, 2, dtype=torch.float64) for _ in range(2)))
    namespace["arriving_gradient_norms"](model, x, target)
    return len(namespace["arriving_gradient_norms"](model, x, target))
