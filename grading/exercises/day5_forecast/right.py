# SPDX-License-Identifier: MIT
"""The right whole steps of the forecast, to within a half."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.plain import number_of

__all__ = ["ANSWERS", "STEPS"]

ANSWERS = ("day5-forecast-",)

WEIGHTS = 3**-0.5  # PyTorch's start: √n · s
SLOPES = {"sigmoid": 0.25, "tanh": 1.0, "ReLU": 0.5**0.5}


def _of_the_size(right: float) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return what takes from two thirds to one and a half times a number for it: factors may be rounded."""

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) in (int, float) and number > 0 and abs(math.log(number / right)) < math.log(1.5):
            return right
        return answer

    return judged


STEPS = {net: _of_the_size(300 * (WEIGHTS * slope) ** 9) for net, slope in SLOPES.items()}
