# SPDX-License-Identifier: MIT
"""Questions about the forecast: the reasoning from a layer's two factors, never the result of one seed.

A forecast that follows from a wrong number of whole steps is right, so an error costs the point of its own step.
"""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import chosen, on_paper
from grading.run.answers import show

right = KeptAway("grading.exercises.day5_forecast.right")

STEPS, FACTORS, NETS = "day5-forecast-steps", "day5-forecast-factors", "day5-forecast-nets"

HINTS = {
    "sigmoid": "weights and slope multiply at each of nine layers, and the slope is a quarter at most",
    "tanh": "weights and slope multiply at each of nine layers, and near 0 the slope is almost 1",
    "ReLU": "weights and slope multiply at each of nine layers, and half of the squared slopes are 0",
}


def _as_a_size(said: Any) -> str:
    """Describe a number of whole steps as roughly as it is compared."""
    return f"about {said:.1g}" if type(said) in (int, float) else show(said)


for _net, _hint in HINTS.items():
    on_paper(
        STEPS,
        "whole_steps",
        _net,
        f'`whole_steps["{_net}"]`',
        _hint,
        judged=lambda _net=_net: right.STEPS[_net],
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


for _net in HINTS:
    chosen(
        NETS,
        "forecast",
        _net,
        "compare its whole steps with ten",
        ("stuck", "learns"),
        judged=lambda _net=_net: right.BY_OWN_STEPS[_net],
        beside="whole_steps",
    )

for _net, _why in {
    "tanh, Xavier": "multiply its two factors",
    "ReLU, He": "multiply its two factors",
    "sigmoid, skips": "a skip lets one copy of the gradient past each block",
}.items():
    chosen(NETS, "forecast", _net, _why, ("stuck", "learns"))
