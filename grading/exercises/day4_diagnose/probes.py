# SPDX-License-Identifier: MIT
"""What is asked about the net that fails."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from grading.exercises.shared.paper import choice_among
from grading.exercises.shared.probe import Namespace, probe, written
from grading.exercises.shared.settings import FAILING, Samples, last_losses, unreadable

FOUR = Samples([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]], [1.0, -1.0, -1.0, 1.0], 1.0)
STARTS = [1, 2, 3, 4, 5]


@probe(
    "day4-diagnose-cause",
    "`cause`",
    "compare each target with the predictions that this net can give at all",
    reveal=False,
    choices=("a", "b", "c", "d", "e"),
)
def diagnosed(namespace: Namespace) -> Any:
    """Return the letter that was chosen."""
    return choice_among("abcde", written(namespace["cause"]))


@probe(
    "day4-diagnose-cause",
    "`lowest_possible`",
    "a sample costs at least the square of the way from its target to the closest output that is possible",
    reveal=False,
)
def lowest(namespace: Namespace) -> Any:
    """Return the loss that was named as the lowest possible."""
    return written(namespace["lowest_possible"])


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


@probe(
    "day4-diagnose-repair",
    "the sum of squared errors that the settings in `repair` reach",
    "an output that can be negative can reach -1, where the rest of the net learns",
    lines=2_000_000,
)
def repaired(namespace: Namespace) -> Any:
    """Say what a net with the learner's settings reaches, and what was changed when it does not learn."""
    settings = written(namespace["repair"])
    trouble = unreadable(settings, 2_000, widest=64)
    if trouble:
        return f"unknown, for the check cannot use {trouble}"
    losses = last_losses(settings, FOUR, STARTS)
    if max(losses) < 0.05:
        return "below 0.05 from each of five starts"
    differences = " and ".join(changes(settings)) or "nothing else changed"
    if settings["output_activation"] in ("relu", "sigmoid"):
        return f"2 or above with {settings['output_activation']} on the output and {differences}"
    if max(losses) > 1e6:
        return f"beyond all bounds: training diverges, with {differences}"
    return f"above 0.05 from at least one start, with {differences}"
