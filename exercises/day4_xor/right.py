# SPDX-License-Identifier: MIT
"""Settings for XOR, tried, and what keeps a net from learning it. This runs where answers are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from exercises.day4_xor.settings import MOST_STEPS, Samples, last_losses, tried

__all__ = ["ANSWERS", "learns", "learns_from_all"]

ANSWERS = ("day4-xor-",)

XOR = Samples([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0.0, 1.0, 1.0, 0.0], 0.25)
XOR_STARTS = [15, 21, 23, 29, 36]


def learned(settings: Mapping[str, Any]) -> int:
    """Return how many of the five starts end below 0.001."""
    return sum(loss < 0.001 for loss in last_losses(settings, XOR, XOR_STARTS))


# Factors for the learning rate, to find out whether it was the obstacle.
SLOW, FAST = "a learning rate that is too small", "a learning rate that is too large"
FACTORS = {3.0: SLOW, 1 / 3: FAST, 10.0: SLOW, 0.1: FAST, 100.0: SLOW, 0.01: FAST}
OUTPUTS = {
    "tanh": "tanh on the output, which reaches 1 only at infinity and is slow near it",
    "sigmoid": "sigmoid on the output, which is too slow at this rate",
    "relu": "ReLU on the output, which passes no gradient where its sum is below 0",
}


def changes_to_try(settings: Mapping[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the possible obstacles: the entry, the obstacle in words, and the change that removes it."""
    widths, rate = settings["hidden"], settings["learning_rate"]
    if sum(widths) < 4:
        size = "too few hidden neurons"
    elif min(widths) < 4:
        size = "a hidden layer too narrow for what must pass through it"
    else:
        size = "a net too small for so few steps"
    tries = [
        ("steps", "too few steps", {"steps": MOST_STEPS}),
        ("output", OUTPUTS.get(settings["output_activation"], ""), {"output_activation": "linear"}),
        (
            "activation",
            f"{settings['activation']} in the hidden layers, which is flat too often",
            {"activation": "tanh"},
        ),
        ("hidden", size, {"hidden": [12, 12]}),
        *(("rate", obstacle, {"learning_rate": factor * rate}) for factor, obstacle in FACTORS.items()),
    ]
    return [(entry, words, change) for entry, words, change in tries if {**settings, **change} != settings]


def obstacle(settings: Mapping[str, Any]) -> str:
    """Say what keeps a net from learning XOR: the one change, or else the two, that let all five starts learn."""
    if not settings["hidden"]:
        return "no hidden layer"
    if settings["activation"] == "linear":
        return "no bend in the hidden layers"
    tries = changes_to_try(settings)
    for _, words, change in tries:
        if learned({**settings, **change}) == len(XOR_STARTS):
            return words
    likely = {settings["learning_rate"] * factor for factor in (3.0, 1 / 3, 10.0)}
    likely_tries = [attempt for attempt in tries if attempt[2].get("learning_rate", min(likely)) in likely]
    pairs = combinations(sorted(likely_tries, key=lambda attempt: attempt[0] == "rate"), 2)
    for (entry, words, change), (other, more, further) in pairs:
        if entry != other and learned({**settings, **change, **further}) == len(XOR_STARTS):
            return f"{words}; and with that fixed, {more}"
    return "more than two obstacles. Go back to `no_bend`, give it a bend, and change one entry at a time"


def _said(enough: int, well: str, badly: str) -> Callable[[Mapping[str, Any], Any], Any]:
    def said(settings: Mapping[str, Any]) -> str:
        return well if learned(settings) >= enough else f"{badly}: {obstacle(settings)}"

    return tried(said, MOST_STEPS, widest=16)


learns, learns_from_all = _said(1, "at least one", "none"), _said(5, "all five", "not all five")
