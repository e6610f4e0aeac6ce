# SPDX-License-Identifier: MIT
"""Questions about the forecast: the reasoning from a layer's two factors, never the result of one seed."""

from __future__ import annotations

from exercises.shared.paper import chosen, on_paper
from judge.run.answers import show
from judge.run.messages import Argument, sentence

DEPTH, NETS = "day5-forecast-depth", "day5-forecast-nets"

for _key, _ask, _because in (
    (
        "most",
        "how many of the nine activations may be sigmoid",
        "each activation on the way multiplies the gradient once",
    ),
    (
        "best",
        "how many layers make thirty whole steps if the sigmoids do the least harm",
        "what lies on the way decides",
    ),
    (
        "worst",
        "how many layers make thirty whole steps if the sigmoids do the most harm",
        "what lies on the way decides",
    ),
):
    on_paper(DEPTH, "placed", _key, _ask, _because)


def _wrong_word(said: str) -> Argument:
    """Return what is wrong with a forecast, without the name of its net: there are two words only."""
    if said == "stuck":
        return sentence("a net that learns is called stuck")
    return sentence("a net that is stuck is said to learn") if said == "learns" else show(said)


for _net in ("wide", "first", "all but first", "last two", "first seven"):
    chosen(
        NETS,
        "forecast",
        _net,
        "multiply 300 by the factors on the way from the loss, and compare with ten and thirty whole steps",
        ("stuck", "learns"),
        ask="one of the five entries of `forecast`",
        phrase=_wrong_word,
    )
