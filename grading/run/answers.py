# SPDX-License-Identifier: MIT
"""Plain data: the only thing that passes from a probe to the judge.

A learner's object may define ``__eq__`` or subclass ``float``. So an answer is turned into numbers, strings
and lists by *exact* type before anything is compared, and every other type becomes a finding of its own.
"""

from __future__ import annotations

import math
import sys
from typing import Any

__all__ = ["exactly", "plain", "same", "show"]

RELATIVE_TOLERANCE = 1e-9
ABSOLUTE_TOLERANCE = 1e-12


def plain(value: Any) -> Any:
    """Return ``value`` as plain data: None, bool, int, float, str, list or dict with string keys.

    Tuples become lists. NumPy's own scalars become Python numbers. Anything else becomes
    ``{"unexpected": type name}``, which no right answer equals.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind in (list, tuple):
        return [plain(item) for item in value]
    if kind is dict:
        return {str(key): plain(item) for key, item in value.items()}
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind.__module__ == "numpy" and kind is getattr(numpy, kind.__name__, None):
        return plain(value.item()) if isinstance(value, numpy.generic) else {"unexpected": kind.__name__}
    return {"unexpected": kind.__name__}


def same(first: Any, second: Any) -> bool:
    """Tell whether two plain answers are the same.

    Numbers agree to 1e-9 relative or 1e-12 absolute; NaN equals NaN; a bool equals only a bool. Two answers
    that raised are the same when the exception's type is: messages differ between right codings.
    """
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        if math.isnan(first) or math.isnan(second):
            return math.isnan(first) and math.isnan(second)
        return math.isclose(first, second, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(same(one, other) for one, other in zip(first, second, strict=True))
    if isinstance(first, dict) and isinstance(second, dict):
        if "raised" in first and "raised" in second:
            return first["raised"] == second["raised"]
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return type(first) is type(second) and first == second


def exactly(answer: Any) -> str:
    """Return a plain answer as :func:`show` does, with every digit of its floats."""
    return show(answer, digits=17)


def show(answer: Any, digits: int = 6) -> str:
    """Return a plain answer as a learner reads it: floats to 6 significant digits, no braces."""
    if isinstance(answer, bool) or answer is None:
        return str(answer)
    if isinstance(answer, str):
        return answer or "the empty text"
    if isinstance(answer, float):
        short = repr(answer) if digits > 16 else f"{answer:.{digits}g}"
        return short if any(mark in short for mark in ".en") else f"{short}.0"
    if isinstance(answer, int):
        return str(answer)
    if isinstance(answer, list):
        inside = ", ".join(show(item, digits) for item in answer)
        return f"[{inside}]" if len(answer) == 1 else f"({inside})"
    if "unexpected" in answer:
        return f"an object of type {answer['unexpected']}"
    if "raised" in answer:
        return f"{answer['raised']}"
    return ", ".join(f"{key} {show(item, digits)}" for key, item in answer.items())
