# SPDX-License-Identifier: MIT
"""Exercise 2.5 with new numbers: a table of derivatives of another shape."""

from __future__ import annotations

from random import Random
from typing import Any

from exercises.shared.paper import choice_among
from exercises.shared.plain import number_of
from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    joints, coordinates = source.sample(range(2, 8), 2)
    return {"joints": joints, "coordinates": coordinates}


def _pair(said: Any, **_: Any) -> Any:
    """Return a mode and a number of passes; what is no pair as it is."""
    if not isinstance(said, (list, tuple)) or len(said) != 2:
        return said
    mode, passes = said
    return choice_among(("forward", "reverse"), mode), number_of(passes)


QUESTIONS = (
    Fresh(
        check="day2-dual-which",
        name="table",
        ask="{joints} joints of a robot arm move {coordinates} coordinates, after a million small steps. All "
        "derivatives are asked for, of each coordinate with respect to each joint. A graph of the steps does not fit "
        "in memory. Which mode answers this best, and how many passes does it take?",
        because="forward mode needs a pass for each input, reverse mode one for each output and the graph of all steps",
        draw=_draw,
        right=lambda joints, coordinates: ("forward", joints),
        wrong=(
            Wrong(
                "day2-dual-passes-memory",
                lambda joints, coordinates: ("reverse", coordinates),
                "Reverse mode keeps the graph until its pass is done, and this graph does not fit in memory.",
            ),
            Wrong(
                "day2-dual-passes-nine",
                lambda joints, coordinates: ("forward", joints * coordinates),
                "One pass of forward mode fills a whole column of the table: from one joint to all coordinates.",
            ),
        ),
        original={"joints": 3, "coordinates": 3},
        entry='passes["c"]',
        settle=_pair,
        example='("forward", 7)',
    ),
)
