# SPDX-License-Identifier: MIT
"""What is asked of the forecast: the reasoning from a layer's two factors, and never what one seed gave."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import chosen, on_paper
from grading.exercises.shared.plain import number_of

STEPS, FACTORS, NETS = "day5-forecast-steps", "day5-forecast-factors", "day5-forecast-nets"

WEIGHTS = 3**-0.5  # PyTorch's start: √n · s
SLOPES = {"sigmoid": 0.25, "tanh": 1.0, "ReLU": 0.5**0.5}
HINTS = {
    "sigmoid": "weights and slope multiply at each of nine layers, and the slope is a quarter at most",
    "tanh": "weights and slope multiply at each of nine layers, and near 0 the slope is almost 1",
    "ReLU": "weights and slope multiply at each of nine layers, and half of the squared slopes are 0",
}


def _of_the_size(right: float) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return what takes from two thirds to one and a half times a number for it: factors may be rounded."""

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) in (int, float) and number > 0 and abs(math.log(number / right)) < math.log(1.5):
            return right
        return answer

    return judged


for _net, _slope in SLOPES.items():
    on_paper(
        STEPS,
        "whole_steps",
        _net,
        f'`whole_steps["{_net}"]`',
        HINTS[_net],
        judged=_of_the_size(300 * (WEIGHTS * _slope) ** 9),
    )


for _net, _why in {
    "sigmoid": "PyTorch's weights have the factor 0.577, and the slope is a quarter at most",
    "tanh": "PyTorch's weights have the factor 0.577, and near 0 the slope is almost 1",
    "ReLU": "PyTorch's weights have the factor 0.577, and ReLU is closed for half of its inputs",
    "tanh, Xavier": "its row in the table of four starts says what the weights do alone",
    "ReLU, He": "its row in the table of four starts says what the weights do alone, and ReLU is what it was",
}.items():
    chosen(FACTORS, "below_one", _net, _why, ("weights", "slope", "both", "neither"))

for _net, _why in {
    "sigmoid": "compare its whole steps with ten",
    "tanh": "compare its whole steps with ten",
    "ReLU": "compare its whole steps with ten",
    "tanh, Xavier": "multiply its two factors",
    "ReLU, He": "multiply its two factors",
    "sigmoid, skips": "a skip lets one copy of the gradient past each block",
}.items():
    chosen(NETS, "forecast", _net, _why, ("stuck", "learns"))
