# SPDX-License-Identifier: MIT
"""The right numbers of the derivation, and what follows from an earlier wrong number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from grading.exercises.day5_derive.digits import about
from grading.exercises.shared.plain import number_of

__all__ = ["ANSWERS", "factor", "level", "level_with_relu", "of_sum", "one_product", "spread_of_sum"]

ANSWERS = ("day5-derive-",)

# The layer of the card.
INPUTS, WEIGHT, INPUT = 16, 0.5, 3.0
PRODUCT = WEIGHT**2 * INPUT**2

LARGEST = 1e9  # no error leads to this number


def _entered(answers: Mapping[str, Any], key: str) -> list[float]:
    """Return the number under a key as a list of one; an empty list if the next step cannot begin with it."""
    number = number_of(answers.get(key))
    return [float(number)] if type(number) in (int, float) and 0 < number < LARGEST else []


one_product = about(PRODUCT)
of_sum = about(INPUTS * PRODUCT, lambda answers: [INPUTS * one for one in _entered(answers, "one product")])
spread_of_sum = about(math.sqrt(INPUTS * PRODUCT), lambda answers: [math.sqrt(one) for one in _entered(answers, "sum")])
factor = about(
    math.sqrt(INPUTS) * WEIGHT, lambda answers: [one / INPUT for one in _entered(answers, "spread of the sum")]
)
# By the factor that was entered: 0.5 divided by it.
level = about(1 / math.sqrt(INPUTS), lambda answers: [WEIGHT / one for one in _entered(answers, "factor")])
level_with_relu = about(
    math.sqrt(2 / INPUTS), lambda answers: [math.sqrt(2) * one for one in _entered(answers, "level")]
)
