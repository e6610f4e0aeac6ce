# SPDX-License-Identifier: MIT
"""Exercise 5.8 with new numbers: other places for the layers that shrink a gradient."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

LEAST = 30  # whole steps of a layer
STEPS = 300
PLACES = (
    " Its first layer is next to the input. {{sigmoids}} of the {{gaps}} activations between its layers are sigmoid, "
    "with a slope of a quarter; the others and the weights leave a gradient as it is. It is trained for 300 steps. How "
    "many layers make at least 30 whole steps, if the sigmoids stand as close to the {end} as they can?"
)


def _draw(source: Random) -> dict[str, Any]:
    layers = source.randint(6, 14)
    return {"layers": layers, "gaps": layers - 1, "sigmoids": source.randint(3, layers - 3)}


def _right(met: list[int]) -> int:
    """Return how many layers make enough whole steps, from how many sigmoids the gradient of each has met."""
    return sum(STEPS * 0.25**count >= LEAST for count in met)


def _best(layers: int, gaps: int, sigmoids: int) -> int:
    return _right([max(0, sigmoids + 1 - layer) for layer in range(1, layers + 1)])


def _worst(layers: int, gaps: int, sigmoids: int) -> int:
    return _right([min(sigmoids, layers - layer) for layer in range(1, layers + 1)])


QUESTIONS = (
    Fresh(
        check="day5-forecast-depth",
        name="best",
        ask="A net has {layers} layers." + PLACES.format(end="input"),
        because="what lies on the way decides",
        draw=_draw,
        right=_best,
        wrong=(
            Wrong("day5-forecast-best-behind", lambda layers, gaps, sigmoids: layers - sigmoids),
            Wrong("day5-forecast-best-behind", lambda layers, gaps, sigmoids: layers - sigmoids + 2),
            Wrong("day5-forecast-best-nowhere", lambda layers, gaps, sigmoids: layers),
            Wrong("day5-forecast-best-nowhere", lambda layers, gaps, sigmoids: 0),
        ),
        original={"layers": 10, "gaps": 9, "sigmoids": 5},
        entry='placed["best"]',
    ),
    Fresh(
        check="day5-forecast-depth",
        name="worst",
        ask="A net has {layers} layers." + PLACES.format(end="loss"),
        because="what lies on the way decides",
        draw=_draw,
        right=_worst,
        wrong=(
            Wrong("day5-forecast-worst-last-only", lambda layers, gaps, sigmoids: 1),
            Wrong("day5-forecast-worst-nowhere", lambda layers, gaps, sigmoids: 0),
            Wrong("day5-forecast-worst-nowhere", lambda layers, gaps, sigmoids: layers - sigmoids),
        ),
        original={"layers": 10, "gaps": 9, "sigmoids": 5},
        entry='placed["worst"]',
    ),
)
