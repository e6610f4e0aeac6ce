# SPDX-License-Identifier: MIT
"""Questions about the loss that stays."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import on_paper, which_letters
from grading.exercises.shared.probe import Namespace, written

right = KeptAway("grading.exercises.day6_stuck.right")

on_paper(
    "day6-stuck-errors",
    "stuck",
    "errors",
    "how many entries `predictions - targets` has",
    "the axis of length 1 of (40, 1) is repeated, and so is the axis that (40,) lacks on the left",
)
on_paper(
    "day6-stuck-errors",
    "stuck",
    "everybody",
    "the number that every prediction approaches",
    "each prediction is compared with all targets, half of them 0 and half 1",
)
on_paper(
    "day6-stuck-lowest",
    "stuck",
    "lowest",
    "the lowest loss for 30 targets of 1 and 10 of 0",
    "the best single prediction for many targets is their mean; the loss is the mean of the squared distances from it",
    judged=lambda: right.lowest,
)


def _repairs(namespace: Namespace) -> Any:
    return written(namespace["stuck"])["repairs"]


which_letters(
    "day6-stuck-repairs",
    '`stuck["repairs"]`',
    "ABCDE",
    "edit",
    "an edit repairs it if there are 40 errors, one for each prediction and its own target",
    _repairs,
)
