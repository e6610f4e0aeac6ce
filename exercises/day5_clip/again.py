# SPDX-License-Identifier: MIT
"""Exercise 5.7 with new numbers: another limit for each number."""

from __future__ import annotations

from random import Random
from typing import Any

from exercises.day5_clip.probes import turned
from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    return {"limit": source.randint(2, 9), "far": source.choice((30, 35, 40))}


QUESTIONS = (
    Fresh(
        check="day5-clip-turns",
        name="turned",
        ask="Somebody clips each number of a gradient at {limit}, and says that this hardly turns it. Which pair of "
        "gradients is turned by more than {far} degrees?",
        because="a vector with one large and one small number points almost along an axis, and clipping shortens "
        "only the large one",
        draw=_draw,
        right=lambda limit, far: (1000.0, limit - 0.1),
        wrong=(Wrong("day5-clip-turned-not-at-all", lambda limit, far: (limit - 1, limit - 1)),),
        original={"limit": 5, "far": 40},
        entry="turned_far",
        settle=turned,
        phrase=str,
        example="(7, 7)",
    ),
)
