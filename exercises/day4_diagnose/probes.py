# SPDX-License-Identifier: MIT
"""Questions about the net that fails."""

from __future__ import annotations

from typing import Any

from exercises.day4_xor.settings import to_be_tried
from exercises.shared.paper import choice_among
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, probe, written

right = KeptAway("exercises.day4_diagnose.right")


@probe(
    "day4-diagnose-cause",
    "the letter of the cause: `cause`",
    "compare each target with the predictions that this net can give",
    reveal=False,
    choices=("a", "b", "c", "d", "e"),
)
def diagnosed(namespace: Namespace) -> Any:
    """Return the letter that was chosen."""
    return choice_among("abcde", written(namespace["cause"]))


@probe(
    "day4-diagnose-cause",
    "the smallest sum of squared errors on the five samples: `lowest_possible`",
    "each of the five predictions has to be one that this net can give, together with the other four",
    reveal=False,
)
def lowest(namespace: Namespace) -> Any:
    """Return the loss that was named as the lowest possible."""
    return written(namespace["lowest_possible"])


@probe(
    "day4-diagnose-repair",
    "from which of five starts the net with the settings in `repair` learns its samples",
    "once the cause is removed, a net learns the four samples from each start",
    judged=lambda: right.repaired,
)
def repaired(namespace: Namespace) -> Any:
    """Return the learner's settings, or why they cannot be tried."""
    return to_be_tried(written(namespace["repair"]), 2_000, widest=64)
