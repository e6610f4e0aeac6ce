# SPDX-License-Identifier: MIT
"""What is asked of the forecast: the reasoning from a layer's two factors, and never what one seed gave.

A forecast that follows from a number of whole steps that was wrong counts as right: a slip costs the point of its own
step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import chosen, on_paper
from grading.exercises.shared.plain import number_of
from grading.exercises.shared.probe import Namespace
from grading.run.answers import show

STEPS, FACTORS, NETS = "day5-forecast-steps", "day5-forecast-factors", "day5-forecast-nets"

WEIGHTS = 3**-0.5  # PyTorch's start: √n · s
ENOUGH = 10  # whole steps of the first layer with which a net learns, by the rule of thumb of section 7
SLOPES = {"sigmoid": 0.25, "tanh": 1.0, "ReLU": 0.5**0.5}
HINTS = {
    "sigmoid": "weights and slope multiply at each of nine layers, and the slope is a quarter at most",
    "tanh": "weights and slope multiply at each of nine layers, and near 0 the slope is almost 1",
    "ReLU": "weights and slope multiply at each of nine layers, and half of the squared slopes are 0",
}


# Whoever writes 0.577 for 1/√3 has the ninth power of a rounded number. So from two thirds to one and a half times a
# number counts as that number: the right one, and one that a slip gives.
ROUNDED = math.log(1.5)
LARGEST = 1e12  # no slip gets there


def _slips(slope: float) -> list[float]:
    """Return the numbers of whole steps that slips give for a slope."""
    factors = [slope, WEIGHTS, WEIGHTS / 2, WEIGHTS / 4, WEIGHTS * slope**2, 192**-0.5 * slope, 1 / (WEIGHTS * slope)]
    one = WEIGHTS * slope
    return [*(300 * factor**9 for factor in factors), 300 * one**10, one**9, 300 * one, 300 * 9 * one, 300.0]


def _of_the_size(slope: float) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return what takes a number for the right one, or for one that a slip gives, where it is of that size."""
    right, slips = 300 * (WEIGHTS * slope) ** 9, _slips(slope)

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) not in (int, float) or not 0 < number < LARGEST:
            return answer
        apart = {size: abs(math.log(number / size)) for size in (right, *slips)}
        nearest = right if apart[right] < ROUNDED else min(slips, key=apart.__getitem__)
        return nearest if apart[nearest] < ROUNDED else answer

    return judged


def _as_a_size(said: Any) -> str:
    """Say a number of whole steps as roughly as it is compared."""
    return f"about {said:.1g}" if type(said) in (int, float) else show(said)


for _net, _slope in SLOPES.items():
    on_paper(
        STEPS,
        "whole_steps",
        _net,
        f'`whole_steps["{_net}"]`',
        HINTS[_net],
        judged=_of_the_size(_slope),
        phrase=_as_a_size,
    )


for _net, _why in {
    "sigmoid": "PyTorch's weights have the factor 0.577, and the slope is a quarter at most",
    "tanh": "PyTorch's weights have the factor 0.577, and near 0 the slope is almost 1",
    "ReLU": "PyTorch's weights have the factor 0.577, and ReLU is closed for half of its inputs",
    "tanh, Xavier": "its row in the table of four starts says what the weights do alone",
    "ReLU, He": "its row in the table of four starts says what the weights do alone, and ReLU is what it was",
}.items():
    chosen(FACTORS, "below_one", _net, _why, ("weights", "slope", "both", "neither"))


def _by_own_steps(net: str) -> Callable[[Namespace, str], str]:
    """Return what takes the forecast that follows from the learner's own whole steps for the right one."""

    def judged(namespace: Namespace, said: str) -> str:
        steps = namespace.get("whole_steps")
        own = number_of(steps.get(net)) if isinstance(steps, Mapping) else None
        follows = type(own) in (int, float) and said == ("learns" if own >= ENOUGH else "stuck")
        return "stuck" if follows else said

    return judged


for _net in SLOPES:
    chosen(
        NETS,
        "forecast",
        _net,
        "compare its whole steps with ten",
        ("stuck", "learns"),
        judged=_by_own_steps(_net),
    )

for _net, _why in {
    "tanh, Xavier": "multiply its two factors",
    "ReLU, He": "multiply its two factors",
    "sigmoid, skips": "a skip lets one copy of the gradient past each block",
}.items():
    chosen(NETS, "forecast", _net, _why, ("stuck", "learns"))
