# SPDX-License-Identifier: MIT
"""Exercise 4.3 with new numbers: the best constant for other targets."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

TARGETS = "A model gives the same number `c` for every sample. The targets are {targets}."


def _draw(source: Random) -> dict[str, Any]:
    """Draw three targets that are near each other, and a fourth one far away, so that their mean is a whole number."""
    while True:
        targets = [*sorted(source.sample(range(8), 3)), source.randint(9, 30)]
        if sum(targets) % 4 == 0:
            return {"targets": targets}


def _draw_round(source: Random) -> dict[str, Any]:
    while True:
        given = _draw(source)
        if abs(_share(**given) * 100 - round(_share(**given) * 100)) < 1e-9:
            return given


def _best(targets: list[float]) -> float:
    return sum(targets) / len(targets)


def _squares(targets: list[float]) -> list[float]:
    return [(target - _best(targets)) ** 2 for target in targets]


def _share(targets: list[float]) -> float:
    return _squares(targets)[-1] / sum(_squares(targets))


QUESTIONS = (
    Fresh(
        check="day4-loss-constant",
        name="best",
        ask=TARGETS + " With which `c` is the mean of the squared errors smallest?",
        because="every error contributes to the slope of the loss, and at the best number that slope is 0",
        draw=_draw,
        right=_best,
        wrong=(
            Wrong("day4-constant-among-most", lambda targets: sum(targets[:3]) / 3),
            Wrong("day4-constant-among-most", lambda targets: (targets[1] + targets[2]) / 2),
            Wrong("day4-constant-among-most", lambda targets: targets[2]),
            Wrong("day4-constant-middle-of-range", lambda targets: (targets[0] + targets[-1]) / 2),
            Wrong("day4-constant-sum", lambda targets: sum(targets)),
            Wrong("day4-constant-negative", lambda targets: -_best(targets)),
        ),
        original={"targets": [1, 2, 3, 10]},
        entry='constant["best"]',
    ),
    Fresh(
        check="day4-loss-constant",
        name="share",
        ask=TARGETS
        + " With the best `c`, which share of the sum of squares belongs to the last sample, as a number from 0 "
        "to 1?",
        because="it is that sample's squared error divided by the sum of all four, with the best number as the "
        "prediction",
        draw=_draw_round,
        right=_share,
        wrong=(
            Wrong("day4-share-of-errors", lambda targets: 0.5),
            Wrong("day4-share-one-of-four", lambda targets: 0.25),
            Wrong("day4-share-not-divided", lambda targets: _squares(targets)[-1]),
            Wrong("day4-share-in-percent", lambda targets: 100 * _share(targets)),
            Wrong("day4-share-negative", lambda targets: -_share(targets)),
            Wrong("day4-share-above-one", lambda targets: 1 / _share(targets)),
            Wrong("day4-share-cut-off", lambda targets: 0),
        ),
        original={"targets": [1, 2, 3, 10]},
        entry='constant["share"]',
        example="0.7",
    ),
)
