# SPDX-License-Identifier: MIT
"""Where the third design of tanh, ``2 / (1 + math.exp(-2 * x)) - 1``, loses its digits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from exercises.shared.plain import number_of

__all__ = ["ANSWERS", "off"]

ANSWERS = ("day3-design-",)

ENOUGH = 0.01  # of tanh x
LARGE = 1.0


def off(answers: Mapping[str, Any], answer: Any) -> Any:
    """Return what kind of number was found: one at which the third design is off, or why it is none."""
    x = number_of(answer)
    if type(x) not in (int, float):
        return answer
    if x <= 0:
        return "a number below 0" if x else "0"
    if x >= LARGE:
        return "a number at which the designs agree"
    third, tanh = 2 / (1 + math.exp(-2 * x)) - 1, math.tanh(x)
    return "off" if abs(third - tanh) > ENOUGH * tanh else "a number at which the third design is right to two digits"
