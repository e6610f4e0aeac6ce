# SPDX-License-Identifier: MIT
"""Right rules for the spread of a layer's first weights."""

from __future__ import annotations

import math

__all__ = ["ANSWERS", "he_std", "xavier_std"]

ANSWERS = ("day5-init-spread",)


def xavier_std(fan_in: int, fan_out: int) -> float:
    """Return Xavier's standard deviation."""
    return math.sqrt(2 / (fan_in + fan_out))


def he_std(fan_in: int, fan_out: int) -> float:
    """Return He's standard deviation."""
    return math.sqrt(2 / fan_in)
