# SPDX-License-Identifier: MIT
"""Settings for the net that fails, tried. This runs where answers are judged."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from exercises.day4_xor.settings import FAILING, Samples, last_losses, tried

__all__ = ["ANSWERS", "repaired"]

ANSWERS = ("day4-diagnose-repair",)

FOUR = Samples([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]], [1.0, -1.0, -1.0, 1.0], 1.0)
STARTS = [1, 2, 3, 4, 5]


def changes(settings: Mapping[str, Any]) -> list[str]:
    """Say in words what differs between settings and those of the failing net, the output aside."""

    def weights(hidden: Any) -> int:
        sizes = [3, *hidden, 1]
        return sum(before * after for before, after in pairwise(sizes))

    differences = []
    for key, more, less in (
        ("steps", "more steps", "fewer steps"),
        ("learning_rate", "a larger rate", "a smaller rate"),
    ):
        if settings[key] != FAILING[key]:
            differences.append(more if settings[key] > FAILING[key] else less)
    if list(settings["hidden"]) != FAILING["hidden"]:
        differences.append(
            "a larger net" if weights(settings["hidden"]) > weights(FAILING["hidden"]) else "a smaller net"
        )
    if settings["activation"] != FAILING["activation"]:
        differences.append(f"{settings['activation']} in the hidden layers")
    return differences


def _said(settings: Mapping[str, Any]) -> str:
    """Say whether a net with the learner's settings learns from each start, and what was changed where it does not."""
    losses = last_losses(settings, FOUR, STARTS)
    if max(losses) < 0.05:
        fewest = "with as few hidden neurons as possible"
        needed = "with hidden neurons that it does not need" if settings["hidden"] else fewest
        return f"from each of them, {needed}"
    differences = ", ".join(changes(settings)) or "nothing else changed"
    output = settings["output_activation"]
    if output == "sigmoid":
        return f"not from each: the error stays at 2 or above, with sigmoid on the output and {differences}"
    if output == "relu":
        return f"not from each: the error stays at 2 or above, with {differences}"
    if max(losses) > 1e6:
        return f"not from each: training diverges, with {differences}"
    return f"not from each, with {differences}"


repaired = tried(_said, 2_000, widest=64)
