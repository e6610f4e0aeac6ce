# SPDX-License-Identifier: MIT
"""Exercise 5.9 with new numbers: a higher rate for another net."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    first, last, wanted = source.sample(range(2, 8), 3)
    first = max(first, last, wanted) + source.randint(0, 2)  # the first layer moves least
    return {"first": 10.0**-first, "last": 10.0**-last, "wanted": 10.0**-wanted}


def _last(first: float, last: float, wanted: float) -> float:
    return last * (wanted / first)


QUESTIONS = (
    Fresh(
        check="day5-ratio-rate",
        name="layer 10",
        ask="In a net, layer 1 has the update ratio {first}, and layer 10 has {last}. Somebody raises the rate until "
        "layer 1 has {wanted}. Which ratio does layer 10 have then?",
        because="all layers share one learning rate, so all ratios are multiplied by the same factor",
        draw=_draw,
        right=_last,
        wrong=(
            Wrong("day5-ratio-layer-ten-stays", lambda first, last, wanted: last),
            Wrong(
                "day5-ratio-layer-ten-factor-alone",
                lambda first, last, wanted: wanted / first,
                "The ratio of layer 1 is multiplied by that factor. Layer 10 has a ratio, too, which is multiplied "
                "by it.",
            ),
            Wrong("day5-ratio-layer-ten-divided", lambda first, last, wanted: last / (wanted / first)),
            Wrong("day5-ratio-layer-ten-added", lambda first, last, wanted: last + wanted),
            Wrong("day5-ratio-layer-ten-below-zero", lambda **given: -_last(**given)),
            Wrong("day5-ratio-layer-ten-doubled", lambda **given: 2 * _last(**given), ""),
            Wrong("day5-ratio-layer-ten-doubled", lambda **given: _last(**given) / 2, ""),
        ),
        original={"first": 1e-10, "last": 0.001, "wanted": 0.001},
        is_extra=True,
        entry='reading["layer 10"]',
        example="0.01",
    ),
)
