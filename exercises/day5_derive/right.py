# SPDX-License-Identifier: MIT
"""The right numbers of the derivation, and what follows from an earlier wrong number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from exercises.shared.digits import about
from exercises.shared.plain import number_of

__all__ = ["ANSWERS", "level", "level_with_a_leak", "switched"]

ANSWERS = ("day5-derive-",)

# The layer of the card.
INPUTS, WEIGHT = 16, 0.5

LARGEST = 1e9  # no error leads to this number


def _entered(answers: Mapping[str, Any], key: str) -> list[float]:
    """Return the number under a key as a list of one; an empty list if the next step cannot begin with it."""
    number = number_of(answers.get(key))
    return [float(number)] if type(number) in (int, float) and 0 < number < LARGEST else []


switched = about(INPUTS * WEIGHT**2 * 0.5)  # half of the squared inputs are 1
level = about(1 / math.sqrt(INPUTS))
KEPT = (1 + 0.5**2) / 2  # of the mean square: half of the sums stay, and half of them are halved
level_with_a_leak = about(
    math.sqrt(1 / KEPT / INPUTS), lambda answers: [math.sqrt(1 / KEPT) * one for one in _entered(answers, "level")]
)
