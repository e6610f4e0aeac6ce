# SPDX-License-Identifier: MIT
"""The contract of exercise 4.2, counted by hand."""

from __future__ import annotations

from functools import cache

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

PAPER, WIDTH = "day4-count-paper", "day4-count-width"


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses: 9 + 12 + 4 parameters, all but the changed one, and the width m with m + 1 + 1 = 8."""
    return tuple(
        Clause(check, f"counted[{key!r}]", lambda names, key=key: names["counted"][key], count)
        for check, key, count in ((PAPER, "parameters", 25), (PAPER, "changed", 24), (WIDTH, "width", 6))
    )
