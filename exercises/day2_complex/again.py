# SPDX-License-Identifier: MIT
"""Exercise 2.6 with new numbers: another point at which the gradient of `a` is 0."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    while True:
        a, b = source.choice((-3, -2, -1, 1, 2, 3)), source.choice((-3, -2, -1, 1, 2, 3))
        if a + b:  # else a bracket is 0
            return {"a": a, "b": b}


QUESTIONS = (
    Fresh(
        check="day2-complex-still",
        name="c",
        ask="`L = (a*b + c) * (a + b)`, at `a = {a}` and `b = {b}`. With which `c` is the gradient of `a` 0, "
        "although `L` is not?",
        because="two paths lead from `a` to `L`, one through each bracket, and what comes back on them has to cancel",
        draw=_draw,
        right=lambda a, b: -(b * (a + b) + a * b),
        wrong=(
            Wrong("day2-still-bracket-zero", lambda a, b: -a * b),
            Wrong("day2-still-one-path", lambda a, b: -b * (a + b)),
            Wrong("day2-still-one-path", lambda a, b: b * (a + b) + a * b),
        ),
        is_extra=True,
        original={"a": 1.0, "b": 2.0},
        entry='on_paper["c"]',
    ),
)
