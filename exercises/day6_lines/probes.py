# SPDX-License-Identifier: MIT
"""Questions about the lines of the given engine that change for arrays."""

from __future__ import annotations

from typing import Any

from exercises.shared.paper import chosen, which_letters
from judge.asking.probe import Namespace, entries_of


def _lines(namespace: Namespace) -> Any:
    return entries_of(namespace, "changes")["lines"]


which_letters(
    "day6-lines-changed",
    '`changes["lines"]`',
    "ABCDEFGHI",
    "line",
    "a line changes if the line itself fails for an array, or sets a gradient of another shape than its data",
    _lines,
)
chosen(
    "day6-lines-seed",
    "changes",
    "ones",
    "a seed is the slope of the result with respect to an entry of the table",
    ("A", "B", "C", "D"),
    ask='the letter of what the gradients are of, when a pass starts with ones: `changes["ones"]`',
)
