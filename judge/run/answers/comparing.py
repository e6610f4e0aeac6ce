# SPDX-License-Identifier: MIT
"""When two answers are the same; and words of a learner's own in an answer, which are not compared."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from judge.run.answers.kinds import PlainArray, PlainValue, Raised, Several

RELATIVE_TOLERANCE = 1e-9
ABSOLUTE_TOLERANCE = 1e-12

# The types whose equal values are the same.
_SIMPLE = frozenset({bool, float, int, str, type(None)})


def quoted(words: str, longest: int) -> str:
    """Return words of a learner's own, as a part of an answer: they are shown, and name no mistake."""
    words = words.replace("“", '"').replace("”", '"')
    return f"“{words if len(words) <= longest else words[: longest - 3] + '...'}”"


def unquoted(answer: Any) -> Any:
    """Return an answer without the words that :func:`quoted` put into it."""
    text = answer.value if isinstance(answer, PlainValue) else None
    return PlainValue(re.sub(" “[^“”]*”", "", text)) if isinstance(text, str) else answer


def same(first: Any, second: Any) -> bool:
    """Tell whether two answers, or two plain values, are the same.

    Numbers agree to 1e-9 relative or 1e-12 absolute; NaN equals NaN; a bool equals only a bool. Arrays agree where
    their shapes are the same and their entries agree. Two exceptions are the same when their types are: texts differ
    between right rewrites.
    """
    # Most pairs are equal and of one type: what follows takes ten times as long.
    if type(first) is type(second) and type(first) in _SIMPLE and first == second:
        return True
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        return _same_numbers(first, second)
    for kind, compare in _COMPARED:
        if isinstance(first, kind) and isinstance(second, kind):
            return compare(first, second)
    return type(first) is type(second) and first == second


def _same_numbers(first: float, second: float) -> bool:
    if first != first or second != second:  # NaN, and no int is too large to ask.
        return first != first and second != second
    try:
        return math.isclose(first, second, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
    except OverflowError:  # An int beyond the range of floats.
        return first == second


def _same_values(first: PlainValue, second: PlainValue) -> bool:
    return same(first.value, second.value)


def _same_lists(first: list[Any], second: list[Any]) -> bool:
    return len(first) == len(second) and all(map(same, first, second))


def _same_arrays(first: PlainArray, second: PlainArray) -> bool:
    return first.shape == second.shape and all(map(same, first.entries, second.entries))


def _same_errors(first: Raised, second: Raised) -> bool:
    return first.kind == second.kind


def _same_parts(first: Several, second: Several) -> bool:
    return _same_lists(list(first.answers), list(second.answers))


def _same_entries(first: dict[str, Any], second: dict[str, Any]) -> bool:
    return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)


# How two of one kind are compared. All other kinds are the same where they are equal.
_COMPARED: tuple[tuple[type[Any], Callable[[Any, Any], bool]], ...] = (
    (PlainValue, _same_values),
    (list, _same_lists),
    (PlainArray, _same_arrays),
    (Raised, _same_errors),
    (Several, _same_parts),
    (dict, _same_entries),
)
