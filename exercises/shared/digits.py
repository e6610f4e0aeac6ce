# SPDX-License-Identifier: MIT
"""Numbers found on paper to two digits, and those that follow from an earlier wrong one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exercises.shared.plain import number_of
from judge.asking.probe import Judged

TWO_DIGITS = 0.02  # what a card means that says: two digits are enough; rounded to two, a number is right in any case


def about(right: float, follows: Callable[[Mapping[str, Any]], Sequence[float]] = lambda answers: ()) -> Judged:
    """Return what takes a number of two digits for the right one, and one that follows from those before it.

    ``follows`` takes all answers and returns what this one would be, had the others been right.
    """

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) not in (int, float):
            return answer
        may_be = [right, *follows(answers)]
        return right if any(_to_two_digits(number, one) for one in may_be) else number

    return judged


def _to_two_digits(number: float, right: float) -> bool:
    """Tell whether a number is the right one to two digits: near it, or what it is rounded to, 2.25 to 2.2 or 2.3."""
    if math.isclose(number, right, rel_tol=TWO_DIGITS):
        return True
    if not (right and math.isfinite(number)):
        return False
    digit = 10.0 ** (math.floor(math.log10(abs(right))) - 1)  # what one in the second digit is worth
    rounded = math.isclose(number / digit, round(number / digit), rel_tol=1e-9)
    return rounded and abs(number - right) <= digit / 2 * (1 + 1e-9)
