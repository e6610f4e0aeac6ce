# SPDX-License-Identifier: MIT
"""What the card of exercise 5.8 promises, held against PyTorch in float64."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import torch
from torch.nn import functional

from grading.exercises.shared.promises import Promise

__all__ = ["promises"]

NORMS, AFRESH = "day5-own-engine-norms", "day5-own-engine-afresh"

Samples = tuple[list[list[float]], list[float]]

ONE: Samples = ([[0.5, -1.25]], [0.75])
THREE: Samples = ([[1.0, 0.5], [-0.75, 2.0], [0.25, -1.5]], [0.6, -1.1, 2.3])
ON_A_LINE: Samples = ([[1.5], [-0.5], [2.25], [0.0]], [0.75, 2.5, -1.0, 0.5])


def _numbers(count: int) -> list[float]:
    return [0.7 * math.sin(0.6 + 1.3 * place) for place in range(count)]


def _model(names: Mapping[str, Any], nin: int, nouts: Sequence[int], activation: str, left_over: float) -> Any:
    """Return an MLP whose numbers are known, with gradients from elsewhere."""
    model = names["MLP"](nin, list(nouts), activation, "linear")
    parameters = [one for layer in model.layers for n in layer.neurons for one in (*n.weights, n.bias)]
    for parameter, number in zip(parameters, _numbers(len(parameters)), strict=True):
        parameter.data, parameter.grad = number, left_over
    return model


def _in_torch(nin: int, nouts: Sequence[int], activation: str, samples: Samples) -> list[float]:
    xs, ys = samples
    count = sum(after * (before + 1) for before, after in zip([nin, *nouts], nouts, strict=False))
    numbers, leaves = _numbers(count), []
    data = torch.tensor(xs, dtype=torch.float64)
    before = nin
    for place, after in enumerate(nouts):
        rows, numbers = numbers[: after * (before + 1)], numbers[after * (before + 1) :]
        leaf = torch.tensor(rows, dtype=torch.float64).view(after, before + 1).requires_grad_()
        leaves.append(leaf)
        data = data @ leaf[:, :-1].T + leaf[:, -1]
        if place < len(nouts) - 1:
            data = {"tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu}[activation](data)
        before = after
    functional.mse_loss(data[:, 0], torch.tensor(ys, dtype=torch.float64)).backward()
    return [torch.linalg.vector_norm(leaf.grad).item() for leaf in leaves if leaf.grad is not None]


def _norms(
    check: str, nin: int, nouts: Sequence[int], activation: str, samples: Samples, left_over: float = 0.0
) -> Promise:
    xs, ys = samples

    def ask(names: Mapping[str, Any]) -> list[Any]:
        model = _model(names, nin, nouts, activation, left_over)
        inputs, targets = [list(x) for x in xs], list(ys)
        norms = names["own_layer_norms"](model, inputs, targets)
        kept = [parameter.data for parameter in model.parameters()] == _numbers(len(model.parameters()))
        return [[float(norm) for norm in norms], kept, inputs == xs and targets == ys]

    words = f"MLP({nin}, {list(nouts)}, {activation}) on {len(xs)} samples after gradients of {left_over}"
    return Promise(check, words, ask, [_in_torch(nin, nouts, activation, samples), True, True])


def _twice(nin: int, nouts: Sequence[int], samples: Samples) -> Promise:
    def ask(names: Mapping[str, Any]) -> list[list[float]]:
        model = _model(names, nin, nouts, "tanh", 0.0)
        return [[float(norm) for norm in names["own_layer_norms"](model, *samples)] for _ in range(2)]

    expected = [_in_torch(nin, nouts, "tanh", samples)] * 2
    return Promise(AFRESH, f"MLP({nin}, {list(nouts)}) twice on {len(samples[0])} samples", ask, expected)


def _by_hand(names: Mapping[str, Any]) -> list[float]:
    model = names["MLP"](1, [1], "linear", "linear")
    neuron = model.layers[0].neurons[0]
    neuron.weights[0].data, neuron.bias.data = 2.0, 0.0
    return [float(norm) for norm in names["own_layer_norms"](model, [[3.0]], [5.0])]


@cache
def promises() -> tuple[Promise, ...]:
    """Return what the card promises, with PyTorch's norms."""
    return (
        Promise(NORMS, "the example", _by_hand, [math.sqrt(40.0)]),
        _norms(NORMS, 2, (1,), "tanh", ONE),
        _norms(NORMS, 2, (2, 1), "tanh", THREE),
        _norms(NORMS, 1, (3, 1), "sigmoid", ON_A_LINE),
        _norms(NORMS, 2, (3, 2, 1), "relu", THREE),
        _norms(NORMS, 2, (1, 1), "tanh", ONE),
        _norms(AFRESH, 2, (2, 1), "tanh", THREE, 7.0),
        _norms(AFRESH, 1, (2, 2, 1), "sigmoid", ON_A_LINE, -3.0),
        _twice(2, (3, 1), ONE),
        _twice(1, (2, 1), ON_A_LINE),
    )
