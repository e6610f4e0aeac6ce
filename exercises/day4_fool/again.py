# SPDX-License-Identifier: MIT
"""Exercise 4.9 with new numbers: another picture, in which one pixel overtakes another."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    """Draw a pixel `b` near to paper, with the largest gradient, and a pixel `d` that overtakes it before `c` does."""
    while True:
        c, d, a, b = (size / 10 for size in sorted(source.sample(range(1, 10), 4)))
        room = source.choice((0.1, 0.2, 0.3))
        if room < b * room / d < 1:
            return {"a": a, "b": -b, "c": c, "d": -d, "value": room}


def _rise(a: float, b: float, c: float, d: float, value: float) -> float:
    """Return the most by which `b` can raise the loss: there `d` draws level."""
    return -b * value


QUESTIONS = (
    Fresh(
        check="day4-fool-pixel",
        name="rise",
        ask="The pixels `a = 1`, `b = {value}`, `c = 0` and `d = 1` have the gradients {a}, {b}, {c} and {d}. A pixel "
        "stays between 0 and 1, and a step of size `s` changes one of them by at most `s`. The gradients stay as they "
        "are. While `s` grows from 0, one pixel raises the loss most at first, and later another one. By how much does "
        "the loss rise when these two raise it equally?",
        because="it is the gradient times the change, and it is the same for both pixels",
        draw=_draw,
        right=_rise,
        wrong=(
            Wrong("day4-fool-rise-negative", lambda **given: -_rise(**given), "A rise is above 0."),
            Wrong(
                "day4-fool-rise-is-gradient",
                lambda a, b, c, d, value: -d,
                "The gradient is the rise for a change of 1. The two pixels are level before that.",
            ),
            Wrong(
                "day4-fool-where-b-stops",
                lambda a, b, c, d, value: -d * value,
                "There `b` has raised the loss by more than `d`. From there on `b` stays where it is, and `d` goes on.",
            ),
        ),
        original={"a": 0.3, "b": -0.9, "c": 0.2, "d": -0.4, "value": 0.2},
        entry='fool["rise"]',
        example="0.7",
    ),
)
