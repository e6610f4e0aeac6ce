# SPDX-License-Identifier: MIT
"""The contract of exercise 2.1, checked against central differences that were found on paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

CENTRAL = "day2-nudge-central"

POINTS = ((2.0, -3.0, 10.0), (-1.25, 0.75, 4.0), (0.3, 1.7, -2.1))
LEFT_ALONE = (0.1, 2.7, -3.9)


def _mixed(v: Any) -> float:
    return v[0] ** 3 * v[1] + v[2]


def _powers(v: Any) -> float:
    return v[0] + v[1] ** 2 * v[2] + v[2] ** 3


def _steep(v: Any) -> float:
    return math.exp(1_000 * v[0] - 300) * v[1] * v[2]


# By each input: what (f(x + h) - f(x - h)) / 2h is, worked out on paper. A cube gives 3x**2 + h**2.
OF_MIXED: tuple[Callable[..., float], ...] = (
    lambda x, y, z, h: (3 * x * x + h * h) * y,
    lambda x, y, z, h: x**3,
    lambda x, y, z, h: 1.0,
)
OF_POWERS: tuple[Callable[..., float], ...] = (
    lambda x, y, z, h: 1.0,
    lambda x, y, z, h: 2 * y * z,
    lambda x, y, z, h: y * y + 3 * z * z + h * h,
)


def _measured(
    f: Callable[[Any], float], point: tuple[float, ...], index: int, h: float, names: Mapping[str, Any]
) -> float:
    return names["numerical_derivative"](f, list(point), index, h)


def _usual_step(names: Mapping[str, Any]) -> float:
    return names["numerical_derivative"](_steep, [0.3, 0.2, 0.5], 0)


def _by_name(names: Mapping[str, Any]) -> float:
    return names["numerical_derivative"](f=_mixed, inputs=[2.0, -3.0, 10.0], index=0, h=0.5)


def _afterwards(index: int, names: Mapping[str, Any]) -> list[Any]:
    """Return the list that was handed over.

    Each of these numbers changes its last digit when the step is added, taken off twice and added again.
    """
    inputs = list(LEFT_ALONE)
    names["numerical_derivative"](_mixed, inputs, index, 0.01)
    return [*inputs, inputs == list(LEFT_ALONE)]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = []
    for words, f, slopes in (("x**3 * y + z", _mixed, OF_MIXED), ("x + y**2 * z + z**3", _powers, OF_POWERS)):
        for index, slope in enumerate(slopes):
            for point in POINTS:
                for h in (0.25, 0.3, 1.75):
                    made.append(
                        Clause(
                            CENTRAL,
                            f"input {index} of {words} at {point}, h = {h}",
                            partial(_measured, f, point, index, h),
                            slope(*point, h),
                        )
                    )
    made += [
        Clause(CENTRAL, f"the list after input {index} was nudged", partial(_afterwards, index), [*LEFT_ALONE, True])
        for index in range(3)
    ]
    made += [
        Clause(CENTRAL, "h is 1e-5 unless it is given", _usual_step, math.sinh(0.01) / 1e-5 * 0.2 * 0.5),
        Clause(CENTRAL, "all arguments by name", _by_name, (12.0 + 0.25) * -3.0),
    ]
    return tuple(made)
