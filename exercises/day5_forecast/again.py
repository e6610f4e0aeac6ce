# SPDX-License-Identifier: MIT
"""Exercise 5.8 with new numbers: the depth of another plain net."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

LEAST = 30  # whole steps of the first layer
# The factors of the weights and of the slope, whose product is easy.
FACTORS = ((0.5, 0.5), (0.8, 0.25), (0.4, 0.5), (0.5, 0.2), (0.4, 0.25))


def _draw(source: Random) -> dict[str, Any]:
    """Draw a net that never makes just as many steps as are asked for."""
    while True:
        weights, slope = source.choice(FACTORS)
        given = {"weights": weights, "slope": slope, "steps": 100 * source.randint(2, 20)}
        exact = _exact(**given)
        if abs(exact - round(exact)) > 0.01:
            return given


def _exact(weights: float, slope: float, steps: float) -> float:
    """Return the depth at which there would be just as many steps as are asked for."""
    return 1 + math.log(steps / LEAST) / -math.log(weights * slope)


def _deepest(weights: float, slope: float, steps: float) -> int:
    depth = 1
    while steps * (weights * slope) ** depth >= LEAST:
        depth += 1
    return depth


QUESTIONS = (
    Fresh(
        check="day5-forecast-depth",
        name="depth",
        ask="In a plain net, the weights multiply a gradient by {weights} at each layer but the last, and the slope "
        "of the activation by {slope}. It is trained for {steps} steps. How many linear layers may it have at most, "
        "so that its first layer makes at least 30 whole steps?",
        because="weights and slope multiply at each layer but the last",
        draw=_draw,
        right=_deepest,
        wrong=(
            Wrong("day5-forecast-depth-factors-for-layers", lambda **given: _deepest(**given) - 1),
            Wrong("day5-forecast-depth-one-too-deep", lambda **given: _deepest(**given) + 1, ""),
            Wrong(
                "day5-forecast-depth-slope-left-out",
                lambda weights, slope, steps: _deepest(weights, 1, steps),
                "Both factors count at each layer: that of the weights, and the slope.",
            ),
            Wrong("day5-forecast-depth-all-ten", lambda **given: 10, ""),
            Wrong(
                "day5-forecast-depth-exact",
                lambda **given: round(_exact(**given), 2),
                "A net has whole layers: take the last whole number below it.",
            ),
        ),
        original={"weights": 1 / math.sqrt(3), "slope": 0.25, "steps": 900},
        entry='deepest["sigmoid"]',
    ),
)
