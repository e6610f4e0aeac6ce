# SPDX-License-Identifier: MIT
"""The contract of exercise 2.7, checked against PyTorch, and against plain arithmetic at a tie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from exercises.shared.proof.contract import Clause, gradients_in_torch

__all__ = ["clauses"]

ROUTES = "day2-max-routes"
PAIRS = ((2.5, -1.75), (-3.25, 4.5), (-5.5, -0.5), (-0.25, -4.0), (0.0, 1.5), (0.0, -1.5))
UPSTREAM, BEFORE = 2.5, (-0.75, 4.25)


def _made(pair: tuple[float, float], names: Mapping[str, Any]) -> list[Any]:
    """Return what the result is, and that no gradient has arrived anywhere."""
    x, y = map(names["Value"], pair)
    out = names["maximum"](x, y)
    parents = sorted(float(parent.data) for parent in out._prev)
    own = all(parent is x or parent is y for parent in out._prev)
    return [float(out.data), parents, own, str(out._op), float(x.grad), float(y.grad), float(out.grad)]


def _passed_on(pair: tuple[float, float], names: Mapping[str, Any]) -> list[float]:
    """Return the gradients of both inputs and the result after a call, starting from gradients that are not 0."""
    x, y = map(names["Value"], pair)
    out = names["maximum"](x, y)
    x.grad, y.grad = BEFORE
    out.grad = UPSTREAM
    out._backward()
    return [float(x.grad), float(y.grad), float(out.grad)]


def _twice(names: Mapping[str, Any]) -> float:
    x = names["Value"](1.25)
    out = names["maximum"](x, x)
    out.grad = UPSTREAM
    out._backward()
    return float(x.grad)


def _tie(names: Mapping[str, Any]) -> float:
    x, y = names["Value"](-1.25), names["Value"](-1.25)
    out = names["maximum"](x, y)
    out.grad = UPSTREAM
    out._backward()
    return float(x.grad + y.grad)


def _of_three(names: Mapping[str, Any]) -> list[float]:
    """Return what three leaves get after one call, and after two."""
    x, y, z = map(names["Value"], (1.5, 4.25, 2.75))
    inside = names["maximum"](x, y)
    out = names["maximum"](inside, z)
    out.grad = UPSTREAM
    found: list[float] = []
    for node in (out, inside):
        node._backward()
        found += [float(leaf.grad) for leaf in (x, y, z)]
    return found


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    larger: Callable[..., Any] = import_module("torch").maximum
    made: list[Clause] = []
    for pair in PAIRS:
        data, *slopes = gradients_in_torch(larger, *pair)
        shares = [before + slope * UPSTREAM for before, slope in zip(BEFORE, slopes, strict=True)]
        node = [data, sorted(pair), True, "max", 0.0, 0.0, 0.0]
        made += [
            Clause(ROUTES, f"the node of {pair}", partial(_made, pair), node),
            Clause(ROUTES, f"the shares of {pair}", partial(_passed_on, pair), [*shares, UPSTREAM]),
        ]
    made += [
        Clause(ROUTES, "maximum(x, x)", _twice, UPSTREAM),
        Clause(ROUTES, "the sum of the shares at a tie", _tie, UPSTREAM),
        Clause(ROUTES, "three leaves, by one call and by two", _of_three, [0.0, 0.0, 0.0, 0.0, UPSTREAM, 0.0]),
    ]
    return tuple(made)
