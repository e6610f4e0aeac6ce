# SPDX-License-Identifier: MIT
"""The contract of exercise 5.9, checked against plain arithmetic on the steps that optimisers make."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import torch
from torch import nn

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

MEASURED, READING = "day5-ratio-measured", "day5-ratio-rate"

Table = Sequence[Sequence[float]]


def _linear(weights: Table, gradients: Table | None) -> nn.Linear:
    """Return a linear layer with these weights and gradients, and a bias that moves far."""
    layer = nn.Linear(len(weights[0]), len(weights), dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(weights, dtype=torch.float64))
        layer.bias.fill_(2.0)
    if gradients is not None:
        layer.weight.grad = torch.tensor(gradients, dtype=torch.float64)
        layer.bias.grad = torch.full((len(weights),), -30.0, dtype=torch.float64)
    return layer


def _filled(module: nn.Module) -> nn.Module:
    for parameter in module.parameters():
        parameter.grad = torch.full_like(parameter, 9.0)
    return module


def _rounded(ratios: Iterable[Any], digits: int) -> list[float]:
    """Return rounded numbers; a tensor gives its one number without PyTorch's warning that it takes part in a graph."""
    return [round(ratio.item() if isinstance(ratio, torch.Tensor) else float(ratio), digits) for ratio in ratios]


def _ratios(words: str, make: Callable[[], nn.Module], rate: float, *expected: float) -> Clause:
    """Clause the ratios of one step of plain descent."""

    def ask(names: Mapping[str, Any]) -> list[float]:
        model = make()
        optimiser = torch.optim.SGD(model.parameters(), lr=rate)
        return _rounded(names["update_ratios"](model, optimiser), 9)

    return Clause(MEASURED, words, ask, [round(one, 9) for one in expected])


def _stays(names: Mapping[str, Any]) -> list[float]:
    layer = _linear([[3.0, 4.0]], [[0.5, -1.0]])
    names["update_ratios"](nn.Sequential(layer), torch.optim.SGD(layer.parameters(), lr=0.5))
    return [float(one) for one in layer.weight.detach().flatten()]


def _sign_steps(names: Mapping[str, Any]) -> list[float]:
    """Return the ratio of a first step of Adam, which moves every weight by the rate, whatever its gradient."""
    layer = _linear([[3.0, 0.0, 4.0]], [[0.5, -20.0, 1.0]])
    optimiser = torch.optim.Adam(layer.parameters(), lr=0.01)
    return _rounded(names["update_ratios"](nn.Sequential(layer), optimiser), 6)


def _reads(key: str) -> Callable[[Mapping[str, Any]], Any]:
    def ask(names: Mapping[str, Any]) -> Any:
        value = names["reading"][key]
        if isinstance(value, str):
            return value.strip().lower()
        return float(f"{value:.1e}")

    return ask


def _factor() -> float:
    """Return the factor that makes two ratios equal, by steps of PyTorch in a ReLU net without biases."""

    def step_ratios(factor: float) -> list[float]:
        torch.manual_seed(0)
        layers = [nn.Linear(8, 8, bias=False, dtype=torch.float64) for _ in range(2)]
        with torch.no_grad():
            layers[0].weight /= factor
            layers[1].weight *= factor
        data = torch.randn(4, 8, dtype=torch.float64)
        torch.relu(layers[1](torch.relu(layers[0](data)))).square().sum().backward()
        return [(layer.weight.grad.norm() / layer.weight.norm()).item() for layer in layers]

    third, fourth = (after / before for before, after in zip(step_ratios(1.0), step_ratios(2.0), strict=True))
    doublings = math.log(0.001 / 0.1) / math.log(fourth)
    assert math.isclose(1e-5 * third**doublings, 0.001), "one factor serves both layers"
    return float(f"{2.0**doublings:.1e}")


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    chain = nn.Sequential
    row, table = [[3.0, 4.0]], [[1.0, -2.0], [2.0, 4.0]]
    return (
        _ratios("the example", lambda: chain(_linear(row, [[0.6, -0.8]])), 0.05, 0.01),
        _ratios("a table", lambda: chain(_linear(table, [[2.0, 4.0], [-4.0, 8.0]])), 0.1, 0.2),
        _ratios(
            "two layers",
            lambda: chain(_linear(row, [[0.0, 2.0]]), nn.ReLU(), _linear([[8.0]], [[-4.0]])),
            0.25,
            0.1,
            0.125,
        ),
        _ratios(
            "blocks and other kinds",
            lambda: chain(
                chain(chain(_linear([[2.0]], [[3.0]])), _filled(nn.LayerNorm(1))),
                _filled(nn.Conv1d(1, 1, 2)),
                _linear([[-4.0]], [[1.0]]),
            ),
            0.5,
            0.75,
            0.125,
        ),
        _ratios("no gradient", lambda: chain(_linear(row, None), _linear([[2.0]], [[1.0]])), 0.5, 0.0, 0.25),
        _ratios("a turn that keeps the length", lambda: chain(_linear(row, [[-1.0, 1.0]])), 1.0, math.sqrt(2) / 5),
        Clause(MEASURED, "the step stays", _stays, [2.75, 4.5]),
        Clause(MEASURED, "another optimiser", _sign_steps, [round(0.01 * math.sqrt(3) / 5, 6)]),
        Clause(READING, "factor", _reads("factor"), _factor()),
        Clause(READING, "rate 3", _reads("rate 3"), "tanh"),
    )
