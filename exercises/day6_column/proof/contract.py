# SPDX-License-Identifier: MIT
"""The contract of exercise 6.8, checked against derivatives that were found on paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

MOVES, AGREE = "day6-column-moves", "day6-column-agree"
POINTS = ((0.5, -1.25, 0.75), (-0.3, 0.4, 2.0))


def _functions(x: list[Any]) -> list[Any]:
    u, v, w = x
    return [u * v + w, (u * u).tanh(), u * v * w, v.exp()]


def _jacobian(u: float, v: float, w: float) -> list[list[float]]:
    bent = 1 - math.tanh(u * u) ** 2
    return [[v, u, 1.0], [2 * u * bent, 0.0, 0.0], [v * w, u * w, u * v], [0.0, math.exp(v), 0.0]]


def _column(point: tuple[float, float, float], chosen: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        inputs = list(point)
        found = [float(move) for move in names["column"](_functions, inputs, chosen)]
        return [found, inputs]

    expected = [[row[chosen] for row in _jacobian(*point)], list(point)]
    return Clause(MOVES, f"column {chosen} at {point}", ask, expected)


def _unnoticed(entry: Any) -> float:
    u, v = ([float(one) for one in part] for part in entry)
    return float(all([*u, *v]) and math.isclose(u[1] * (v[1] + 2 * v[2]), u[1] * (3 * v[2] - v[1]), rel_tol=1e-6))


def _paper(key: str, read: Callable[[Any], Any], expected: Any) -> Clause:
    return Clause(AGREE, f"agree[{key!r}]", lambda names: read(names["agree"][key]), expected)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        *(_column(point, chosen) for point in POINTS for chosen in range(3)),
        _paper("Jv", lambda entry: [float(one) for one in entry], [4.0, -4.0]),
        _paper("uJ", lambda entry: [float(one) for one in entry], [3.0, 5.0, 3.0]),
        _paper("misses", _unnoticed, 1.0),
    )
