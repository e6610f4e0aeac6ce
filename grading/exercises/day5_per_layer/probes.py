# SPDX-License-Identifier: MIT
"""What is asked of ``layer_gradient_norms``."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.inputs import number
from grading.exercises.shared.probe import Namespace
from grading.exercises.shared.torch_models import as_numbers, nn, probe, torch


def linear(weight_grad: list[list[float]] | None, bias_grad: float = 2.5) -> nn.Linear:
    """Return a linear layer with this gradient of its weights, and one of its biases that should not count."""
    shape = (1, 1) if weight_grad is None else (len(weight_grad), len(weight_grad[0]))
    layer = nn.Linear(shape[1], shape[0], dtype=torch.float64)
    with torch.no_grad():
        layer.weight.fill_(0.75)
        layer.bias.fill_(0.125)
    if weight_grad is not None:
        layer.weight.grad = torch.tensor(weight_grad, dtype=torch.float64)
        layer.bias.grad = torch.full((shape[0],), bias_grad, dtype=torch.float64)
    return layer


@probe(
    "day5-per-layer-weights",
    "`layer_gradient_norms` of three linear layers 1→1→1→1, whose weights have the gradients {a}, {b}, {c}",
    "each layer has one weight, and the list runs from the input",
    a=number,
    b=number,
    c=number,
)
def one_weight_each(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms of three layers of one weight."""
    model = nn.Sequential(linear([[a]]), nn.Tanh(), linear([[b]]), nn.Tanh(), linear([[c]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-weights",
    "`layer_gradient_norms` of two linear layers with weight gradients [[{a}, 0.0], [0.0, {b}]] and [[{c}, {d}]]",
    "each norm is the root of the sum of squares of one layer's entries",
    a=number,
    b=number,
    c=number,
    d=number,
)
def tables(namespace: Namespace, a: float, b: float, c: float, d: float) -> Any:
    """Return the norms of two layers with tables for gradients."""
    model = nn.Sequential(linear([[a, 0.0], [0.0, b]]), nn.ReLU(), linear([[c, d]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-weights",
    "`layer_gradient_norms` of one linear layer with weight gradient [[{a}, {b}], [{b}, {c}]]",
    "all entries of a table count, row by row",
    rounds=2,
    a=number,
    b=number,
    c=number,
)
def whole_table(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norm of a full table: that of one row differs there from the largest singular value."""
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear([[a, b], [b, c]]))))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a linear layer inside a block of a block (weight gradient {a}), then one outside ({b})",
    "a layer inside a block counts like any other, however deep",
    a=number,
    b=number,
)
def inside_a_block(namespace: Namespace, a: float, b: float) -> Any:
    """Return the norms where one layer stands inside a block, and that in another."""
    model = nn.Sequential(nn.Sequential(nn.Sequential(linear([[a]])), nn.Tanh()), linear([[b]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a linear layer (weight gradient {a}), a LayerNorm ({b}) and a linear layer ({c})",
    "only linear layers are asked for",
    a=number,
    b=number,
    c=number,
)
def beside_other_layers(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms where a layer of another kind has weights too."""
    norm = nn.LayerNorm(1, dtype=torch.float64)
    norm.weight.grad, norm.bias.grad = (
        torch.full((1,), b, dtype=torch.float64),
        torch.full((1,), 1.5, dtype=torch.float64),
    )
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear([[a]]), norm, linear([[c]]))))


def _filled(module: nn.Module, grad: float) -> nn.Module:
    """Return a module each of whose parameters has received this gradient."""
    for parameter in module.parameters():
        parameter.grad = torch.full_like(parameter, grad)
    return module


def _own_kind() -> nn.Module:
    """Return a module of a class that is called as PyTorch's linear layer, and is none."""

    class Linear(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.in_features = self.out_features = 1
            self.weight = nn.Parameter(torch.ones(1, 1, dtype=torch.float64))

    return Linear()


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of linear layers ({a} and {c}) round a Conv1d, a Bilinear and an own class `Linear` ({b})",
    "they have weights, and none is an `nn.Linear`",
    a=number,
    b=number,
    c=number,
)
def beside_kinds_alike(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms where modules of other kinds have tables of weights, or a name like that of a linear layer."""
    kinds = nn.Conv1d(1, 1, 1, dtype=torch.float64), nn.Bilinear(1, 1, 1, dtype=torch.float64), _own_kind()
    others = [_filled(module, b) for module in kinds]
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear([[a]]), *others, linear([[c]]))))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a linear layer whose `weight.grad` is None, then one with weight gradient {a}",
    "a layer that received no gradient counts 0.0",
    a=number,
)
def without_gradient(namespace: Namespace, a: float) -> Any:
    """Return the norms where a layer has no gradient."""
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear(None), linear([[a]]))))
