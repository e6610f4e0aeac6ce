# SPDX-License-Identifier: MIT
"""Questions about the lines of the given engine that change for arrays."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.paper import chosen, which_letters
from grading.exercises.shared.probe import Namespace, written


def _lines(namespace: Namespace) -> Any:
    return written(namespace["changes"])["lines"]


which_letters(
    "day6-lines-changed",
    '`changes["lines"]`',
    "ABCDEFGHI",
    "line",
    "a line changes if it fails on an array, or leaves a gradient of another shape than its data",
    _lines,
)
chosen(
    "day6-lines-seed",
    "changes",
    "one number",
    "the seed says how far L moves for each unit of itself",
    ("A", "B", "C", "D"),
)
