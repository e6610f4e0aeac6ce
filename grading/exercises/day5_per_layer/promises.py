# SPDX-License-Identifier: MIT
"""What the card of exercise 5.2 promises, held against plain arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import torch
from torch import nn

from grading.exercises.shared.promises import Promise

__all__ = ["promises"]

WEIGHTS, MODULES = "day5-per-layer-weights", "day5-per-layer-modules"

Table = list[list[float]]


class OwnLinear(nn.Linear):
    """A linear layer by another name."""


def _linear(table: Table | None, kind: type[nn.Linear] = nn.Linear, bias: float = 7.5) -> nn.Linear:
    """Return a linear layer with this gradient of its weights, and another of its biases."""
    rows, columns = (len(table), len(table[0])) if table else (2, 2)
    layer = kind(columns, rows, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.sin(1.0 + torch.arange(rows * columns)).view(rows, columns))
        layer.bias.fill_(0.25)
    layer.bias.grad = torch.full((rows,), bias, dtype=torch.float64)
    if table:
        layer.weight.grad = torch.tensor(table, dtype=torch.float64)
    return layer


def _filled(module: nn.Module, number: float) -> nn.Module:
    """Return a module of another kind, with this gradient everywhere."""
    for parameter in module.parameters():
        parameter.grad = torch.full_like(parameter, number)
    return module


def _norms(check: str, words: str, make: Callable[[], nn.Module], *tables: Table | None) -> Promise:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        model = make()
        before = [None if one.grad is None else one.grad.clone() for one in model.parameters()]
        norms = names["layer_gradient_norms"](model)
        same = all(
            one.grad is old if old is None else bool((one.grad == old).all())
            for one, old in zip(model.parameters(), before, strict=True)
        )
        return [type(norms).__name__, [float(norm) for norm in norms], same]

    expected = [math.sqrt(sum(entry**2 for row in table or [[0.0]] for entry in row)) for table in tables]
    return Promise(check, words, ask, ["list", expected, True])


def _after_a_pass(names: Mapping[str, Any]) -> list[float]:
    """Return the norms in a net of one weight a layer, where they are known by hand."""
    model = nn.Sequential(nn.Linear(1, 1, dtype=torch.float64), nn.Linear(1, 1, dtype=torch.float64))
    with torch.no_grad():
        for layer, weight in zip(model, (2.0, 3.0), strict=True):
            layer.weight.fill_(weight)  # type: ignore[operator, union-attr]
            layer.bias.fill_(0.5)  # type: ignore[operator, union-attr]
    (model(torch.tensor([[1.5]], dtype=torch.float64)) ** 2).sum().backward()
    return [float(norm) for norm in names["layer_gradient_norms"](model)]


@cache
def promises() -> tuple[Promise, ...]:
    """Return what the card promises."""
    square, row, full = [[3.0, 0.0], [0.0, -4.0]], [[6.0, 8.0]], [[1.5, -2.5], [0.75, 3.0], [-0.5, 0.25]]
    one, two, three = [[-0.5]], [[2.75]], [[-3.5]]
    chain = nn.Sequential
    return (
        _norms(WEIGHTS, "the example", lambda: chain(_linear(square), nn.Tanh(), _linear(row)), square, row),
        _norms(WEIGHTS, "a full table", lambda: chain(_linear(full)), full),
        _norms(WEIGHTS, "three of one", lambda: chain(_linear(one), _linear(two), _linear(three)), one, two, three),
        _norms(WEIGHTS, "zeros", lambda: chain(_linear([[0.0, 0.0]]), _linear(two)), [[0.0]], two),
        _norms(WEIGHTS, "small", lambda: chain(_linear([[3e-9, 4e-9]]), _linear([[30.0]])), [[3e-9, 4e-9]], [[30.0]]),
        # y = 3 * (2 * 1.5 + 0.5) + 0.5 = 11, so the slope of y**2 is 22: it meets 3 * 1.5 and 3.5.
        Promise(WEIGHTS, "after a real pass", _after_a_pass, [22.0 * 3.0 * 1.5, 22.0 * 3.5]),
        _norms(MODULES, "a block", lambda: chain(chain(_linear(one), nn.Tanh()), _linear(full)), one, full),
        _norms(
            MODULES,
            "blocks in blocks",
            lambda: chain(_linear(two), chain(chain(_linear(one)), nn.ReLU(), chain(_linear(row)))),
            two,
            one,
            row,
        ),
        _norms(
            MODULES,
            "other layers with weights",
            lambda: chain(
                _linear(one),
                _filled(nn.LayerNorm(3), 9.0),
                _linear(two),
                _filled(nn.Conv1d(1, 1, 2), 5.0),
                _filled(nn.Embedding(3, 2), 4.0),
            ),
            one,
            two,
        ),
        _norms(MODULES, "no other layer", lambda: chain(nn.Tanh(), nn.LayerNorm(3)), *[]),
        _norms(MODULES, "no gradient at the first", lambda: chain(_linear(None), _linear(two)), None, two),
        _norms(MODULES, "no gradient at the last", lambda: chain(_linear(two), _linear(None)), two, None),
        _norms(MODULES, "no gradient at all", lambda: chain(_linear(None), nn.Tanh(), _linear(None)), None, None),
        _norms(MODULES, "a kind of linear layer", lambda: chain(_linear(one, OwnLinear), _linear(two)), one, two),
    )
