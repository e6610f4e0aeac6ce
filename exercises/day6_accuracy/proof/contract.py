# SPDX-License-Identifier: MIT
"""The contract of exercise 6.6, checked against shares that were counted on paper."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

SHARE, BATCHES, PLAN = "day6-accuracy-share", "day6-accuracy-batches", "day6-accuracy-plan"

# Logits, digits, and the share of them that is right.
TABLES = (
    ([[3.0, 1.0], [0.0, 2.0]], [0, 0], 0.5),
    ([[-3.0, -1.0, -2.0], [-5.0, -7.0, -4.5], [2.0, 9.0, 1.0], [0.5, 0.25, 0.0]], [1, 0, 1, 2], 0.5),
    ([[1.0, 2.0, 3.0]], [2], 1.0),
    ([[4.0, 2.0, 3.0], [1.0, 2.0, 0.0], [0.0, 1.0, 5.0]], [0, 1, 0], 2 / 3),
)
CUTS = ((10, 4, [4, 4, 2]), (12, 4, [4, 4, 4]), (3, 5, [3]), (7, 1, [1] * 7))


def _share(logits: list[list[float]], digits: list[int], share: float) -> Clause:
    def ask(names: Mapping[str, Any]) -> float:
        return float(names["accuracy"](numpy.array(logits), numpy.array(digits)))

    return Clause(SHARE, f"the accuracy of {logits} for {digits}", ask, share)


def _refused(names: Mapping[str, Any]) -> str:
    try:
        names["accuracy"](numpy.zeros((0, 10)), numpy.zeros(0, dtype=int))
    except ValueError:
        return "ValueError"
    return "nothing"


def _cut(count: int, size: int, sizes: list[int]) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        parts = [list(part) for part in names["batches"](count, size, numpy.random.default_rng(3))]
        return [list(map(len, parts)), sorted(int(place) for part in parts for place in part)]

    return Clause(BATCHES, f"{count} pictures in batches of {size}", ask, [sizes, list(range(count))])


def _taken(names: Mapping[str, Any]) -> list[float]:
    """Return what an array gives for the places: they may be arrays or lists, of whole numbers alone."""
    pictures = numpy.arange(7) + 0.5
    return sorted(float(one) for part in names["batches"](7, 3, numpy.random.default_rng(3)) for one in pictures[part])


def _mixed(names: Mapping[str, Any]) -> list[bool]:
    def sets(source: Any) -> list[list[int]]:
        return [sorted(map(int, part)) for part in names["batches"](60, 20, source)]

    source = numpy.random.default_rng(5)
    first, second, again = sets(source), sets(source), sets(numpy.random.default_rng(5))
    return [max(first[0]) >= 30, first != second, first == again]


def _plan(names: Mapping[str, Any]) -> str:
    hidden, pictures, steps = (float(names["plan"][key]) for key in ("hidden", "pictures", "steps"))
    table = ((0, 8, 48, 192), (200, 1000, 3000, 4000, 6000), (300, 1000, 3000, 4000, 6000))
    if any(one not in choices for one, choices in zip((hidden, pictures, steps), table, strict=True)):
        return "no setting of the table"
    if pictures + steps > 7000:
        return "its cost"
    if hidden < 48:
        return "neurons"
    return "pictures" if pictures < 3000 else "steps" if steps < 3000 else "nothing"


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        *(_share(*table) for table in TABLES),
        Clause(SHARE, "no picture is refused", _refused, "ValueError"),
        *(_cut(*cut) for cut in CUTS),
        Clause(BATCHES, "pictures are taken by their places", _taken, [place + 0.5 for place in range(7)]),
        Clause(BATCHES, "batches are mixed, anew, by source alone", _mixed, [True, True, True]),
        Clause(PLAN, "what keeps the plan from 0.95", _plan, "nothing"),
    )
