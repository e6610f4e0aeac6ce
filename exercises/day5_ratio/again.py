# SPDX-License-Identifier: MIT
"""Exercise 5.9 with new numbers: other ratios of two layers, one of which lends the other its length."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    wanted = 10.0 ** -source.randint(2, 4)
    squared = source.choice((4, 25, 100, 400))
    return {"low": wanted / squared, "high": wanted * squared, "wanted": wanted}


def _factor(low: float, high: float, wanted: float) -> float:
    return round((high / wanted) ** 0.5, 6)


QUESTIONS = (
    Fresh(
        check="day5-ratio-rate",
        name="factor",
        ask="In a ReLU net without biases, layer 3 has the update ratio {low}, and layer 4 has {high}. Layer 4's "
        "weights are multiplied by a number above 0, and layer 3's divided by it. Which number gives both the ratio "
        "{wanted} in plain descent?",
        because="write down the gradients of two layers of one weight each, before and after",
        draw=_draw,
        right=_factor,
        wrong=(
            Wrong("day5-ratio-factor-one-effect", lambda low, high, wanted: round(high / wanted, 6)),
            Wrong("day5-ratio-factor-no-effect", lambda low, high, wanted: 1),
            Wrong("day5-ratio-factor-turned-round", lambda **given: round(1 / _factor(**given), 6)),
            Wrong("day5-ratio-factor-turned-round", lambda low, high, wanted: round(wanted / high, 6)),
            Wrong("day5-ratio-factor-quotient", lambda low, high, wanted: round(high / low, 6)),
            Wrong("day5-ratio-factor-negative", lambda **given: -_factor(**given)),
        ),
        original={"low": 1e-5, "high": 0.1, "wanted": 0.001},
        is_extra=True,
        entry='reading["factor"]',
        example="0.3",
    ),
)
