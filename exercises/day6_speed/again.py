# SPDX-License-Identifier: MIT
"""Exercise 6.7 with new numbers: other times of a layer."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

TIMES = (
    "`Value` takes {value} ms for each picture. `Tensor` takes a fixed time for its nodes, plus a time per picture for "
    "arithmetic: in all {first} ms for {few} pictures, and {second} ms for {many}. The factor is the time of `Value` "
    "divided by that of `Tensor`, and it grows with the pictures."
)


def _draw(source: Random) -> dict[str, Any]:
    each, few = source.choice((0.01, 0.02, 0.05)), source.choice((10, 20, 50, 100))
    nodes, many = each * source.randint(2, 40), 10 * few
    first, second = (round(nodes + each * pictures, 2) for pictures in (few, many))
    return {"value": source.randint(1, 9), "few": few, "first": first, "many": many, "second": second}


def _times(few: int, first: float, many: int, second: float) -> tuple[float, float]:
    """Return the time of the nodes, and that of the arithmetic for each picture."""
    each = (second - first) / (many - few)
    return first - each * few, each


def _factor(value: float, pictures: int, **measured: Any) -> float:
    nodes, each = _times(**measured)
    return value * pictures / (nodes + each * pictures)


def _limit(value: float, **measured: Any) -> float:
    return round(value / _times(**measured)[1], 6)


def _half(value: float, **measured: Any) -> float:
    nodes, each = _times(**measured)
    return round(nodes / each, 6)


QUESTIONS = (
    Fresh(
        check="day6-speed-limit",
        name="limit",
        ask=TIMES + " Which number does the factor approach but never reach?",
        because="the time of `Tensor` has a part that grows with the pictures, and a part that does not",
        draw=_draw,
        right=_limit,
        wrong=(
            Wrong("day6-speed-limit-one-picture", lambda **given: _factor(**given, pictures=1)),
            Wrong(
                "day6-speed-limit-nodes-only",
                lambda value, **measured: value / _times(**measured)[0],
                "That compares one picture with the nodes alone. The arithmetic counts if there are many pictures.",
            ),
            Wrong("day6-speed-limit-batch", lambda **given: _factor(**given, pictures=given["few"])),
            Wrong("day6-speed-limit-batch", lambda **given: _factor(**given, pictures=given["many"])),
        ),
        original={"value": 20, "few": 100, "first": 0.3, "many": 1000, "second": 2.1},
        entry='speed["limit"]',
    ),
    Fresh(
        check="day6-speed-limit",
        name="half",
        ask=TIMES + " For how many pictures is it half of the number that it approaches?",
        because="the time of `Tensor` has a part that grows with the pictures, and a part that does not",
        draw=_draw,
        right=_half,
        wrong=(Wrong("day6-speed-half-factor", lambda **given: _limit(**given) / 2),),
        original={"value": 20, "few": 100, "first": 0.3, "many": 1000, "second": 2.1},
        entry='speed["half"]',
    ),
)
