# SPDX-License-Identifier: MIT
"""Exercise 6.7 with new numbers: other times of a layer."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

TIMES = (
    "`Value` takes {value} ms for each picture. `Tensor` takes {nodes} ms for its nodes, plus {each} ms of "
    "arithmetic for each picture. The factor is the time of `Value` divided by that of `Tensor`, and it grows with "
    "the pictures."
)


def _draw(source: Random) -> dict[str, Any]:
    each = source.choice((0.01, 0.02, 0.05))
    return {"value": source.randint(1, 9), "nodes": round(each * source.randint(2, 40), 2), "each": each}


def _factor(value: float, nodes: float, each: float, pictures: int) -> float:
    return value * pictures / (nodes + each * pictures)


QUESTIONS = (
    Fresh(
        check="day6-speed-limit",
        name="limit",
        ask=TIMES + " Which number does the factor approach but never reach?",
        because="the time of `Tensor` has a part that grows with the pictures, and a part that does not",
        draw=_draw,
        right=lambda value, nodes, each: value / each,
        wrong=(
            Wrong("day6-speed-limit-one-picture", lambda **given: _factor(**given, pictures=1)),
            Wrong(
                "day6-speed-limit-nodes-only",
                lambda value, nodes, each: value / nodes,
                "That compares one picture with the nodes alone. The arithmetic counts if there are many pictures.",
            ),
            Wrong("day6-speed-limit-batch", lambda **given: _factor(**given, pictures=32), ""),
        ),
        original={"value": 20, "nodes": 0.1, "each": 0.002},
        entry='speed["limit"]',
    ),
    Fresh(
        check="day6-speed-limit",
        name="half",
        ask=TIMES + " For how many pictures is it half of the number that it approaches?",
        because="the time of `Tensor` has a part that grows with the pictures, and a part that does not",
        draw=_draw,
        right=lambda value, nodes, each: nodes / each,
        wrong=(Wrong("day6-speed-half-factor", lambda value, nodes, each: value / each / 2),),
        original={"value": 20, "nodes": 0.1, "each": 0.002},
        entry='speed["half"]',
    ),
)
