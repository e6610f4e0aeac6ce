# SPDX-License-Identifier: MIT
"""Exercise 2.8 with new numbers: how far to raise `x` in another square."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    w, x, raised = source.choice((-4, -3, -2)), source.randint(1, 4), source.randint(1, 5)
    return {"w": w, "x": x, "b": -w * (x + raised), "c": source.randint(1, 9)}


def _e(w: float, x: float, b: float) -> float:
    return w * x + b


QUESTIONS = (
    Fresh(
        check="day2-step-lowest",
        name="lowest",
        ask="`L = (w*x + b)**2 + c`, at `w = {w}`, `x = {x}`, `b = {b}`, `c = {c}`. By how much do you raise `x`, so "
        "that `L` gets as low as raising `x` can make it?",
        because="a square is lowest where it is 0",
        draw=_draw,
        right=lambda w, x, b, c: -_e(w, x, b) / w,
        wrong=(
            Wrong("day2-step-lowest-new-value", lambda w, x, b, c: x - _e(w, x, b) / w),
            Wrong("day2-step-lowest-e-without-w", lambda w, x, b, c: _e(w, x, b)),
            Wrong(
                "day2-step-lowest-promised-zero", lambda w, x, b, c: (_e(w, x, b) ** 2 + c) / abs(2 * _e(w, x, b) * w)
            ),
            Wrong("day2-step-lowest-promised-zero", lambda w, x, b, c: _e(w, x, b) ** 2 / abs(2 * _e(w, x, b) * w)),
        ),
        original={"w": -3.0, "x": 0.5, "b": 4.0, "c": 10.0},
        entry='long_step["lowest"]',
    ),
)
