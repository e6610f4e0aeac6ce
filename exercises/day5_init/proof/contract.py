# SPDX-License-Identifier: MIT
"""The contract of exercise 5.5: two formulas, and a start without luck: a seed, and layers that are wide."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

SPREAD, NET, SIGMOID = "day5-init-spread", "day5-init-net", "day5-init-sigmoid"

FANS = ((4, 12), (8, 2), (64, 64), (1, 1), (3, 50), (300, 500))


def _rule(name: str, fan_in: int, fan_out: int, square: float) -> Clause:
    def ask(names: Mapping[str, Any]) -> float:
        return float(names[name](fan_in, fan_out))

    return Clause(SPREAD, f"{name}({fan_in}, {fan_out})", ask, math.sqrt(square))


class OwnLinear(nn.Linear):
    """A linear layer by another name."""


def _net(seed: int) -> tuple[nn.Module, list[nn.Linear], nn.LayerNorm]:
    """Return a net with blocks, its linear layers, of which each weight is 5 and each bias is 3, and its LayerNorm."""
    torch.manual_seed(seed)
    layers = [nn.Linear(64, 128, dtype=torch.float64), OwnLinear(128, 64, dtype=torch.float64)]
    layers.append(nn.Linear(64, 96, dtype=torch.float64))
    for layer in layers:
        nn.init.constant_(layer.weight, 5.0)
        nn.init.constant_(layer.bias, 3.0)
    norm = nn.LayerNorm(64, dtype=torch.float64)
    nn.init.constant_(norm.weight, 2.0)
    block = nn.Sequential(nn.Sequential(layers[0], nn.Tanh()), layers[1])
    return nn.Sequential(block, norm, layers[2]), layers, norm


def _spread(activation: str, place: int, square: float) -> Clause:
    """Clause the spread of one layer: from 6,000 weights it is known to one part in a hundred."""

    def ask(names: Mapping[str, Any]) -> list[bool]:
        model, layers, _ = _net(3)
        names["initialise"](model, activation)
        weight = layers[place].weight.detach()
        spread = math.sqrt(square)
        return [
            abs(weight.std().item() / spread - 1) < 0.08,
            abs(weight.mean().item()) < 0.08 * spread,
            weight.unique().numel() == weight.numel(),
            bool((weight.std(dim=0) > 0.5 * spread).all()) and bool((weight.std(dim=1) > 0.5 * spread).all()),
        ]

    words = f"the spread, the mean and the rows of layer {place + 1} for {activation}"
    return Clause(NET, words, ask, [True] * 4, exact=False)


def _rest(activation: str) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        model, layers, norm = _net(4)
        tensors = list(model.parameters())
        names["initialise"](model, activation)
        first = [layer.weight.detach().clone() for layer in layers]
        biases = [layer.bias.abs().max().item() for layer in layers]
        names["initialise"](model, activation)
        again = [bool((layer.weight == old).any()) for layer, old in zip(layers, first, strict=True)]
        other = [norm.weight.min().item(), norm.weight.max().item(), norm.bias.abs().max().item()]
        same = all(one is two for one, two in zip(tensors, model.parameters(), strict=True))
        return [biases, again, other, same, all(tensor.requires_grad for tensor in tensors)]

    words = f"biases, a second start, and other layers for {activation}"
    expected = [[0.0] * 3, [False] * 3, [2.0, 2.0, 0.0], True, True]
    return Clause(NET, words, ask, expected, exact=False)


def _layers_differ(names: Mapping[str, Any]) -> bool:
    """Tell whether two equal layers get different numbers."""
    torch.manual_seed(5)
    model = nn.Sequential(*(nn.Linear(16, 16, dtype=torch.float64) for _ in range(2)))
    names["initialise"](model, "tanh")
    first, second = (layer.weight for layer in model)
    return not bool((first == second).any())


# Nets scatter: the card asks for a spread, so one of several nets has to be level.
SEEDS = range(6, 16)


def _level(activation: str) -> Clause:
    """Clause that what arrives at ten layers stays within a factor of 10."""

    def ask(names: Mapping[str, Any]) -> bool:
        return any(_is_level(names, activation, seed) for seed in SEEDS)

    return Clause(NET, f"ten layers with {activation}", ask, True, exact=False)


def _is_level(names: Mapping[str, Any], activation: str, seed: int) -> bool:
    torch.manual_seed(seed)
    bend = {"tanh": nn.Tanh, "ReLU": nn.ReLU}[activation]
    width = 128
    steps: list[nn.Module] = []
    for _ in range(10):
        steps += [nn.Linear(width, width, dtype=torch.float64), bend()]
    steps.pop()
    data, target = torch.randn(2, 32, width, dtype=torch.float64)
    names["initialise"](nn.Sequential(*steps), activation)
    data.requires_grad_()
    outputs = []
    for step in steps:
        data = step(data)
        if isinstance(step, nn.Linear):
            data.retain_grad()
            outputs.append(data)
    functional.mse_loss(data, target).backward()
    norms = [torch.linalg.vector_norm(output.grad).item() for output in outputs]
    return 0 < max(norms) <= 10 * min(norms)


def _does_as_tanh(names: Mapping[str, Any]) -> bool:
    """Tell whether a sigmoid layer that is started so turns (1 + h)/2 into what its twin makes of h, halved alike."""
    torch.manual_seed(8)
    twin = nn.Linear(64, 64, dtype=torch.float64)
    nn.init.normal_(twin.weight, std=0.125)
    nn.init.zeros_(twin.bias)
    layer = nn.Linear(64, 64, dtype=torch.float64)
    start = names["sigmoid_start"]
    with torch.no_grad():
        layer.weight[:] = twin.weight * (float(start["std"]) / 0.125)
        layer.bias[:] = float(start["bias"]) * layer.weight.sum(dim=1)
        h = torch.tanh(torch.randn(20, 64, dtype=torch.float64))
        outputs = torch.sigmoid(layer((1 + h) / 2))
        return torch.allclose(outputs, (1 + torch.tanh(twin(h))) / 2, rtol=0, atol=1e-9)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        *(_rule("xavier_std", n, m, 2 / (n + m)) for n, m in FANS),
        *(_rule("he_std", n, m, 2 / n) for n, m in FANS),
        *(_spread("tanh", place, square) for place, square in enumerate((2 / 192, 2 / 192, 2 / 160))),
        *(_spread("ReLU", place, square) for place, square in enumerate((2 / 64, 2 / 128, 2 / 64))),
        _rest("tanh"),
        _rest("ReLU"),
        Clause(NET, "two equal layers differ", _layers_differ, True, exact=False),
        _level("tanh"),
        _level("ReLU"),
        Clause(SIGMOID, "three layers beside three of tanh", _does_as_tanh, True),
    )
