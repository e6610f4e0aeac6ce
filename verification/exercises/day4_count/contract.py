# SPDX-License-Identifier: MIT
"""What the card of exercise 4.2 promises, counted by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from verification.exercises.shared.contract import Clause

__all__ = ["clauses"]

PAPER, FORMULA = "day4-count-paper", "day4-count-formula"

# By hand: each layer has its neurons times its inputs, and its neurons once more.
COUNTS: tuple[tuple[int, tuple[int, ...], int], ...] = (
    (2, (1,), 3),
    (3, (4, 4, 1), 41),
    (2, (3, 3, 1), 25),
    (2, (3, 2, 1), 20),
    (1, (1,), 2),
    (5, (2,), 12),
    (2, (7, 1), 29),
    (4, (3, 5), 35),
    (6, (2, 3, 4, 5), 64),
    (9_000, (8_000, 7_000), 128_015_000),
)


def _formula(nin: int, nouts: tuple[int, ...], count: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        sizes = list(nouts)
        return [names["count_parameters"](nin, sizes), sizes]

    # Whoever builds the network of millions of parameters does not come to an end.
    return Clause(FORMULA, f"count_parameters({nin}, {list(nouts)})", ask, [count, list(nouts)], lines=20_000)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card promises."""
    return (
        *(
            Clause(PAPER, f"counted[{key!r}]", lambda names, key=key: names["counted"][key], count)
            for key, count in (("nodes", 14), ("parameters", 25), ("paths from x1", 9), ("paths from w", 3))
        ),
        *(_formula(*counts) for counts in COUNTS),
    )
