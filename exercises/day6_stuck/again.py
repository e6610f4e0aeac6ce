# SPDX-License-Identifier: MIT
"""Exercise 6.5 with new numbers: the lowest loss for other targets."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    tenths, each = source.randint(1, 9), source.choice((1, 2, 4, 5))
    return {"ones": tenths * each, "zeros": (10 - tenths) * each, "all": 10 * each}


def _lowest(ones: int, zeros: int) -> float:
    return ones * zeros / (ones + zeros) ** 2


QUESTIONS = (
    Fresh(
        check="day6-stuck-lowest",
        name="lowest",
        ask="The predictions have the shape ({all}, 1), the targets ({all},). {ones} targets are 1, and {zeros} are "
        "0. Which is the lowest value that the mean of all squared entries of `predictions - targets` can have?",
        because="the best single prediction for many targets is their mean; the loss is the mean of the squared "
        "distances from it",
        draw=_draw,
        right=lambda ones, zeros, **_: _lowest(ones, zeros),
        wrong=(
            Wrong("day6-stuck-lowest-zero", lambda **_: 0),
            Wrong(
                "day6-stuck-lowest-mean",
                lambda ones, zeros, **_: ones / (ones + zeros),
                "That is where the predictions end. The loss is the mean squared distance from there.",
            ),
            Wrong(
                "day6-stuck-lowest-not-squared",
                lambda ones, zeros, **_: 2 * _lowest(ones, zeros),
                "That is the mean distance. For the loss, square each distance.",
            ),
            Wrong(
                "day6-stuck-lowest-sum",
                lambda ones, zeros, **_: (ones + zeros) * _lowest(ones, zeros),
                "That is the sum of the squared errors. The loss is their mean.",
            ),
        ),
        original={"ones": 30, "zeros": 10, "all": 40},
        entry='stuck["lowest"]',
        example="0.7",
    ),
)
