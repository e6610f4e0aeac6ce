# SPDX-License-Identifier: MIT
"""Questions about the forecast: the reasoning from a layer's two factors, never the result of one seed."""

from __future__ import annotations

from grading.exercises.shared.paper import chosen, on_paper

DEPTH, NETS = "day5-forecast-depth", "day5-forecast-nets"

HINTS = {
    "sigmoid": "weights and slope multiply at each layer but the last, and the slope is a quarter at most",
    "tanh": "weights and slope multiply at each layer but the last, and near 0 the slope is almost 1",
    "ReLU": "weights and slope multiply at each layer but the last, and half of the squared slopes are 0",
}

for _net, _hint in HINTS.items():
    on_paper(DEPTH, "deepest", _net, f'`deepest["{_net}"]`', _hint)


for _net in HINTS:
    chosen(NETS, "forecast", _net, "compare 300 · f⁹ with ten", ("stuck", "learns"))

for _net, _why in {
    "tanh, Xavier": "multiply its two factors",
    "ReLU, He": "multiply its two factors",
    "sigmoid, skips": "a skip lets one copy of the gradient past each block",
}.items():
    chosen(NETS, "forecast", _net, _why, ("stuck", "learns"))
