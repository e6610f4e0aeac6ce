# SPDX-License-Identifier: MIT
"""What counts as right in the forecast: the whole steps by their size, and a net by the learner's own whole steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.plain import number_of

__all__ = ["ANSWERS", "BY_OWN_STEPS", "STEPS"]

ANSWERS = ("day5-forecast-",)

WEIGHTS = 3**-0.5  # PyTorch's start: √n · s
# By the rule of thumb of section 7: with fewer whole steps of the first layer a net is stuck, and with this many it
# learns. Between the two, both forecasts follow.
TOO_FEW, ENOUGH = 10, 20
SLOPES = {"sigmoid": 0.25, "tanh": 1.0, "ReLU": 0.5**0.5}

# 0.577 for 1/√3 gives the ninth power of a rounded number. So anything from two thirds to one and a half times a number
# counts as that number, be it the right one or one that a common error gives.
ROUNDED = math.log(1.5)
LARGEST = 1e12  # no error leads to this number


def _slips(slope: float) -> list[float]:
    """Return the numbers of whole steps that common errors give for a slope."""
    factors = [slope, WEIGHTS, WEIGHTS / 2, WEIGHTS / 4, WEIGHTS * slope**2, 192**-0.5 * slope, 1 / (WEIGHTS * slope)]
    one = WEIGHTS * slope
    return [*(300 * factor**9 for factor in factors), 300 * one**10, one**9, 300 * one, 300 * 9 * one, 300.0]


def _of_the_size(slope: float) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return a comparison that takes a number for the right one, or a common error's, if it is of that size."""
    right, slips = 300 * (WEIGHTS * slope) ** 9, _slips(slope)

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) not in (int, float) or not 0 < number < LARGEST:
            return answer
        apart = {size: abs(math.log(number / size)) for size in (right, *slips)}
        nearest = right if apart[right] < ROUNDED else min(slips, key=apart.__getitem__)
        return nearest if apart[nearest] < ROUNDED else answer

    return judged


def _by_own_steps(net: str) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return a comparison that accepts the forecast that follows from the learner's own whole steps."""

    def judged(steps: Mapping[str, Any], said: Any) -> Any:
        own = number_of(steps.get(net))
        follows = type(own) in (int, float) and (
            own < ENOUGH if said == "stuck" else said == "learns" and own >= TOO_FEW
        )
        return "stuck" if follows else said

    return judged


STEPS = {net: _of_the_size(slope) for net, slope in SLOPES.items()}
BY_OWN_STEPS = {net: _by_own_steps(net) for net in SLOPES}
