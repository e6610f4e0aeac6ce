# SPDX-License-Identifier: MIT
"""A right power, for a division that may be built from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.asking.kept_away import KeptAway

__all__ = ["ANSWERS", "power_of"]

ANSWERS = ("day1-value-", "day1-stretch-power")

right = KeptAway("exercises.shared.right_node")
made = right.made


def power_of(value: type) -> Callable[..., Any]:
    """Return a right ``**`` for a class."""

    def __pow__(self: Any, exponent: float) -> Any:
        if isinstance(exponent, value):
            raise TypeError("The exponent must be a plain number.")
        return made(value, self.data**exponent, f"**{exponent}", (self, 1.0))

    return __pow__
