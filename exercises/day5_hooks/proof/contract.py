# SPDX-License-Identifier: MIT
"""The contract of exercise 5.3, checked against what PyTorch keeps when asked to, and arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

NORMS, REMOVED = "day5-hooks-norms", "day5-hooks-removed"

KINDS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")

Model = Callable[[], nn.Module]


class OwnLinear(nn.Linear):
    """A linear layer by another name."""


def _linear(inputs: int, outputs: int, start: float, kind: type[nn.Linear] = nn.Linear) -> nn.Linear:
    """Return a linear layer whose numbers are known."""
    layer = kind(inputs, outputs, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.sin(start + torch.arange(inputs * outputs, dtype=torch.float64)).view(outputs, inputs))
        layer.bias.copy_(torch.cos(start + torch.arange(outputs, dtype=torch.float64)))
    return layer


def _samples(rows: int, inputs: int, outputs: int) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.sin(1.0 + 0.7 * torch.arange(rows * inputs, dtype=torch.float64)).view(rows, inputs)
    target = torch.cos(0.3 * torch.arange(rows * outputs, dtype=torch.float64)).view(rows, outputs)
    return x.requires_grad_(), target


def _arrived(
    model: nn.Module, x: torch.Tensor, target: torch.Tensor, steps: Callable[[Any, Any], tuple[Any, Any]]
) -> Any:
    """Return the norms that PyTorch keeps for the linear outputs of a chain that is walked by hand."""
    outputs: list[torch.Tensor] = []
    out, outputs = steps(x, outputs)
    for output in outputs:
        output.retain_grad()
    functional.mse_loss(out, target).backward()
    return [math.sqrt(float((output.grad**2).sum())) for output in outputs if output.grad is not None]


def _flat(model: nn.Module) -> list[nn.Module]:
    """Return the steps of a chain of chains, in order."""
    if isinstance(model, nn.Sequential):
        return [step for part in model for step in _flat(part)]
    return [model]


def _norms(words: str, make: Model, rows: int, inputs: int, outputs: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        norms = names["arriving_gradient_norms"](make(), *_samples(rows, inputs, outputs))
        return [type(norms).__name__, [float(norm) for norm in norms]]

    def steps(data: torch.Tensor, kept: list[torch.Tensor]) -> tuple[torch.Tensor, list[torch.Tensor]]:
        for step in _flat(model):
            data = step(data)
            if isinstance(step, nn.Linear):
                kept.append(data)
        return data, kept

    model = make()
    expected = _arrived(model, *_samples(rows, inputs, outputs), steps)
    return Clause(NORMS, words, ask, ["list", expected])


def _of_width_one(*weights: float) -> nn.Module:
    layers = []
    for weight in weights:
        layer = nn.Linear(1, 1, dtype=torch.float64)
        with torch.no_grad():
            layer.weight.fill_(weight)
            layer.bias.zero_()
        layers.append(layer)
    return nn.Sequential(*layers)


def _by_hand(weights: tuple[float, ...], number: float, expected: list[float]) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[float]:
        x = torch.full((1, 1), number, dtype=torch.float64, requires_grad=True)
        target = torch.zeros(1, 1, dtype=torch.float64)
        return [float(norm) for norm in names["arriving_gradient_norms"](_of_width_one(*weights), x, target)]

    return Clause(NORMS, f"width 1, weights {weights}, x = {number}", ask, expected)


def _chain() -> nn.Module:
    return nn.Sequential(_linear(3, 4, 0.5), nn.Tanh(), _linear(4, 4, 1.5), nn.Sigmoid(), _linear(4, 2, 2.5))


def _blocks() -> nn.Module:
    inner = nn.Sequential(nn.Sequential(_linear(4, 4, 1.0), nn.Tanh()), nn.LayerNorm(4, dtype=torch.float64))
    return nn.Sequential(nn.Sequential(_linear(2, 4, 0.1), nn.Tanh()), inner, _linear(4, 3, 2.0, OwnLinear))


def _left(make: Model, inputs: int, outputs: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> int:
        model = make()
        names["arriving_gradient_norms"](model, *_samples(3, inputs, outputs))
        return sum(len(getattr(module, kind)) for module in model.modules() for kind in KINDS)

    return Clause(REMOVED, f"hooks that are left in {len(_flat(make()))} modules", ask, 0)


def _again(names: Mapping[str, Any]) -> list[Any]:
    """Tell how long the list of a second call is, and whether it is what the first gave."""
    model = nn.Sequential(_linear(3, 4, 0.5), _linear(4, 4, 1.5), _linear(4, 2, 2.5))
    first = [float(norm) for norm in names["arriving_gradient_norms"](model, *_samples(4, 3, 2))]
    x, target = _samples(4, 3, 2)
    functional.mse_loss(model(x), target).backward()
    second = [float(norm) for norm in names["arriving_gradient_norms"](model, *_samples(4, 3, 2))]
    return [len(second), all(map(math.isclose, first, second))]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        _by_hand((2.0, 3.0), 1.0, [36.0, 12.0]),
        _by_hand((0.5,), -3.0, [3.0]),
        # The output is -3, so -6 arrives at the last layer; the weights multiply it on the way down.
        _by_hand((2.0, -0.5, 1.5), 2.0, [4.5, 9.0, 6.0]),
        _norms("a chain of three", _chain, 5, 3, 2),
        _norms("a chain of three, one row", _chain, 1, 3, 2),
        _norms("blocks, a LayerNorm and another kind of linear layer", _blocks, 4, 2, 3),
        _norms("the model is one linear layer", lambda: nn.Sequential(_linear(3, 2, 0.5)), 3, 3, 2),
        _left(_chain, 3, 2),
        _left(_blocks, 2, 3),
        Clause(REMOVED, "a second call", _again, [3, True]),
    )
