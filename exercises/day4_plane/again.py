# SPDX-License-Identifier: MIT
"""Exercise 4.7 with new numbers: other targets on one point of the plane."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    one, apart = source.randint(-3, 3), source.choice((2, 4, 6))
    return {"one": one, "other": one + apart, "samples": source.choice((4, 5, 8, 10))}


QUESTIONS = (
    Fresh(
        check="day4-plane-floor",
        name="floor",
        ask="Of {samples} samples, two with the targets {one} and {other} lie on one point of the hidden plane. The "
        "net answers all others exactly. What is the smallest mean of the {samples} squared errors?",
        because="one point gets one answer: find the answer with the smallest loss for both targets together",
        draw=_draw,
        right=lambda one, other, samples: (other - one) ** 2 / 2 / samples,
        wrong=(
            Wrong(
                "day4-plane-floor-sum",
                lambda one, other, samples: (other - one) ** 2 / 2,
                "The question is about the mean over all samples.",
            ),
            Wrong(
                "day4-plane-floor-quarter",
                lambda one, other, samples: (other - one) ** 2 / samples,
                "Both samples on the point get the same answer. Which answer makes the sum of their squared errors "
                "smallest? Samples with a loss of 0 count in the mean, too.",
            ),
            Wrong("day4-plane-floor-zero", lambda one, other, samples: 0),
            Wrong(
                "day4-plane-floor-one-sample",
                lambda one, other, samples: (other - one) ** 2 / 4 / samples,
                "The shared answer has an error for both samples on the point.",
            ),
        ),
        original={"one": 0, "other": 1, "samples": 4},
        entry='plane["floor"]',
    ),
)
