# SPDX-License-Identifier: MIT
"""Where a gradient check passes on the broken engine, for ``(a / b) * (c / b) - a + c**2`` at ``a = 2``, ``c = 5``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exercises.shared.plain import number_of

__all__ = ["ANSWERS", "passes"]

ANSWERS = ("day3-gradcheck-broken",)

A, C = 2.0, 5.0
# The check itself allows a part in 10,000. A number that is rounded to two digits after the point counts, too.
AS_ROUNDED = 2e-3


def passes(answers: Mapping[str, Any], answer: Any) -> Any:
    """Return "passes" where the gradient of b is right, else which b it is; those of a and c are right at any b."""
    number = number_of(answer)
    if type(number) not in (int, float):
        return answer
    b = float(number)
    if not 1 <= b <= 10:
        return "a number that is not between 1 and 10"
    engine, truth = -(A + C) / b**2, -2 * A * C / b**3
    return "passes" if abs(engine - truth) <= AS_ROUNDED * abs(truth) else f"{b:.6g}, at which it raises"
