# SPDX-License-Identifier: MIT
"""Exercise 4.5 with new numbers: other targets that an output cannot reach."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    """Draw four targets, two or three of them below 0."""
    below = source.randint(2, 3)
    targets = [-source.randint(1, 4) for _ in range(below)] + [source.randint(0, 4) for _ in range(4 - below)]
    source.shuffle(targets)
    return {"targets": targets}


def _lowest(targets: list[float]) -> float:
    return sum(min(target, 0) ** 2 for target in targets)


QUESTIONS = (
    Fresh(
        check="day4-diagnose-cause",
        name="lowest",
        ask="The output of a net goes through a ReLU. The targets of its four samples are {targets}. What is the "
        "smallest sum of squared errors that any weights can reach?",
        because="the loss of a sample is at least the squared distance from its target to the closest possible output",
        draw=_draw,
        right=_lowest,
        wrong=(
            Wrong(
                "day4-lowest-zero",
                lambda targets: 0,
                "A loss of 0 means that every target is met. An output that cannot be negative meets none below 0.",
            ),
            Wrong(
                "day4-lowest-mean",
                lambda targets: _lowest(targets) / 4,
                "As a mean over the samples this is right. The question is about the sum.",
            ),
        ),
        original={"targets": [-1, 1, 1, -1]},
        entry="lowest_possible",
    ),
)
