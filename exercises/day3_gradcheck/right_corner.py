# SPDX-License-Identifier: MIT
"""Where a gradient check refuses a right engine, for ``(x * x - 6 * x + 8).relu()``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exercises.shared.plain import number_of

__all__ = ["ANSWERS", "refused"]

ANSWERS = ("day3-gradcheck-refused",)

EPS, ATOL, RTOL = 1e-6, 1e-6, 1e-4


def _inner(x: float) -> float:
    return x * x - 6 * x + 8


def refused(answers: Mapping[str, Any], answer: Any) -> Any:
    """Return "refused" where slope and central difference disagree, else which part of the curve x is on."""
    number = number_of(answer)
    if type(number) not in (int, float) or abs(number) > 1e150:
        return answer
    x = float(number)
    slope = 2 * x - 6 if _inner(x) > 0 else 0.0
    up, down = (max(_inner(x + step), 0.0) for step in (EPS, -EPS))
    nudged = (up - down) / (2 * EPS)
    if not abs(slope - nudged) <= ATOL + RTOL * abs(nudged):
        return "refused"
    return "a number at which both agree" if slope else "a number at which both are 0"
