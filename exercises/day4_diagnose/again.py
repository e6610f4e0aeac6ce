# SPDX-License-Identifier: MIT
"""Exercise 4.5 with new numbers: other targets that an output cannot reach, or not both at once."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    """Draw five targets: one or two of the first three are below 0, and so is one of the last two."""
    below = source.randint(1, 2)
    targets = [-source.randint(1, 3) for _ in range(below)] + [source.randint(0, 4) for _ in range(3 - below)]
    source.shuffle(targets)
    return {"targets": [*targets, -source.randint(1, 3), source.randint(2, 6)]}


def _alone(targets: list[float]) -> float:
    """Return the sum where each sample gets the prediction that is best for it."""
    return sum(min(target, 0) ** 2 for target in targets)


def _shared(targets: list[float], prediction: float) -> float:
    """Return the sum where the last two samples get one prediction."""
    return _alone(targets[:-2]) + sum((prediction - target) ** 2 for target in targets[-2:])


def _lowest(targets: list[float]) -> float:
    return _shared(targets, max(0, sum(targets[-2:]) / 2))


QUESTIONS = (
    Fresh(
        check="day4-diagnose-cause",
        name="lowest",
        ask="The output of a net goes through a ReLU. The targets of its five samples are {targets}, and the last two "
        "samples have equal inputs. What is the smallest sum of squared errors that any weights can reach?",
        because="each of the five predictions has to be one that this net can give, together with the other four",
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
                lambda targets: _lowest(targets) / 5,
                "As a mean over the samples this is right. The question is about the sum.",
            ),
            Wrong("day4-lowest-each-alone", _alone),
            Wrong(
                "day4-lowest-shared-not-best",
                lambda targets: _shared(targets, 0),
                "The same prediction stands in two squares. Write their sum over this prediction: where is it "
                "smallest?",
            ),
            Wrong(
                "day4-lowest-shared-not-best",
                lambda targets: _shared(targets, targets[-1]),
                "The same prediction stands in two squares. Write their sum over this prediction: where is it "
                "smallest?",
            ),
            Wrong(
                "day4-lowest-one-missed",
                lambda targets: _lowest(targets) - _alone(targets[:-2]),
                "Each target below 0 is missed by its distance to the closest possible output.",
            ),
        ),
        original={"targets": [1, -1, 1, -1, 2]},
        entry="lowest_possible",
    ),
)
