# SPDX-License-Identifier: MIT
"""Exercise 4.9 with new numbers: another picture, and another step."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    """Draw four gradients of different sizes. The largest one has no room, as on the card."""
    sizes = sorted(source.sample(range(1, 10), 4))
    largest = sizes.pop()
    source.shuffle(sizes)
    signed = {"a": sizes[0], "b": -largest, "c": sizes[1], "d": -sizes[2]}
    return {**signed, "step": source.choice((0.1, 0.25, 0.5))}


def _gradient(c: float, d: float) -> float:
    """Return the gradient of the pixel to change: `a` and `b` have no room in the direction that raises the loss."""
    return max(c, d, key=abs)


QUESTIONS = (
    Fresh(
        check="day4-fool-pixel",
        name="rise",
        ask="The pixels `a = 1`, `b = 0`, `c = 0` and `d = 1` have the gradients {a}, {b}, {c} and {d}. A pixel "
        "stays between 0 and 1, and a step changes one of them by at most {step}. By how much can the loss rise, if "
        "the gradients stay as they are?",
        because="it is a gradient times the change, for a pixel that has room in the direction in which the loss rises",
        draw=_draw,
        right=lambda a, b, c, d, step: abs(_gradient(c, d)) * step,
        wrong=(
            Wrong("day4-fool-rise-negative", lambda a, b, c, d, step: -abs(_gradient(c, d)) * step, ""),
            Wrong(
                "day4-fool-rise-is-gradient",
                lambda a, b, c, d, step: abs(_gradient(c, d)),
                "The gradient is the rise for a change of 1. The step here is smaller.",
            ),
            Wrong("day4-fool-largest-gradient", lambda a, b, c, d, step: abs(b) * step),
            Wrong("day4-fool-largest-gradient", lambda a, b, c, d, step: b * step),
        ),
        original={"a": 0.3, "b": -0.9, "c": 0.2, "d": -0.4, "step": 0.25},
        entry='fool["rise"]',
        example="0.7",
    ),
)
