# SPDX-License-Identifier: MIT
"""Questions about the forecast: the reasoning from a layer's two factors, never the result of one seed."""

from __future__ import annotations

from exercises.shared.paper import chosen, on_paper
from judge.run.answers import show
from judge.run.messages import Argument, sentence

DEPTH, NETS = "day5-forecast-depth", "day5-forecast-nets"

HINTS = {
    "sigmoid": "weights and slope multiply at each layer but the last, and the slope is a quarter at most",
    "tanh": "weights and slope multiply at each layer but the last, and near 0 the slope is almost 1",
    "ReLU": "weights and slope multiply at each layer but the last, and half of the squared slopes are 0",
}

for _net, _hint in HINTS.items():
    on_paper(DEPTH, "deepest", _net, f'`deepest["{_net}"]`', _hint)


def _wrong_word(said: str) -> Argument:
    """Return what is wrong with a forecast, without the name of its net: there are two words only."""
    if said == "stuck":
        return sentence("a net that learns is called stuck")
    return sentence("a net that is stuck is said to learn") if said == "learns" else show(said)


for _net in (*HINTS, "tanh, Xavier", "ReLU, He", "sigmoid, skips"):
    chosen(
        NETS,
        "forecast",
        _net,
        "multiply the factors of weights and slope, find all paths back, and compare `300 · f⁹` with ten",
        ("stuck", "learns"),
        ask="one of the six entries of `forecast`",
        phrase=_wrong_word,
    )
