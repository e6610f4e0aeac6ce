# SPDX-License-Identifier: MIT
"""What is asked of the spread of a sum, derived step by step.

A number counts as right where it follows from a number that was wrong before. So a slip costs the point of its own
step.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from grading.exercises.shared.paper import about, chosen, on_paper
from grading.exercises.shared.plain import number_of

SUM, FACTOR, LEVEL = "day5-derive-sum", "day5-derive-factor", "day5-derive-level"

# The layer of the card.
INPUTS, WEIGHT, INPUT = 16, 0.5, 3.0
PRODUCT = WEIGHT**2 * INPUT**2

LARGEST = 1e9  # nobody gets there by a slip


def _entered(answers: Mapping[str, Any], key: str) -> list[float]:
    """Return the number under a key as a list of one; nothing where there is none that a next step could begin with."""
    number = number_of(answers.get(key))
    return [float(number)] if type(number) in (int, float) and 0 < number < LARGEST else []


on_paper(
    SUM,
    "spread",
    "one product",
    "the variance of one product w · x",
    "it is the mean of w² · x², and both are drawn each on its own",
    judged=about(PRODUCT),
)


chosen(
    SUM,
    "spread",
    "mixed",
    "look at the column of products in the table of the coins, and at its mean",
    ("A", "B", "C", "D"),
)
on_paper(
    SUM,
    "spread",
    "sum",
    "the variance of the sum of 16 such products",
    "the mixed products drop out, so the variances add",
    judged=about(INPUTS * PRODUCT, lambda answers: [INPUTS * one for one in _entered(answers, "one product")]),
)
on_paper(
    FACTOR,
    "spread",
    "spread of the sum",
    "the standard deviation of the sum",
    "a standard deviation is the root of a variance",
    judged=about(math.sqrt(INPUTS * PRODUCT), lambda answers: [math.sqrt(one) for one in _entered(answers, "sum")]),
)
on_paper(
    FACTOR,
    "spread",
    "factor",
    "the factor of the layer, from the spread of its inputs to that of its sums",
    "both are standard deviations, and the inputs have 3",
    judged=about(
        math.sqrt(INPUTS) * WEIGHT, lambda answers: [one / INPUT for one in _entered(answers, "spread of the sum")]
    ),
)
on_paper(
    LEVEL,
    "spread",
    "level",
    "the standard deviation of the weights that makes the factor 1",
    "the factor grows in proportion to it",
    # By the factor that was entered: what 0.5 has to be divided by.
    judged=about(1 / math.sqrt(INPUTS), lambda answers: [WEIGHT / one for one in _entered(answers, "factor")]),
)
on_paper(
    LEVEL,
    "spread",
    "level with ReLU",
    "the standard deviation of the weights that makes up for ReLU",
    "the mean of the squares is halved, so the variance of the weights has to be twice as large",
    judged=about(math.sqrt(2 / INPUTS), lambda answers: [math.sqrt(2) * one for one in _entered(answers, "level")]),
)
