# SPDX-License-Identifier: MIT
"""Plain values in words, as a learner reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.run.answers.kinds import NOT_PLAIN, PlainArray, PlainTuple, Table, Unexpected
from judge.run.words import say


def exactly(value: Any, spelled: bool = False) -> str:
    """Return a plain value as :func:`show` does, with every digit of its floats."""
    return show(value, digits=17, spelled=spelled)


def show(value: Any, digits: int = 6, spelled: bool = False) -> str:
    """Return a plain value as a learner reads it: floats to ``digits`` significant digits, no braces.

    A list that is ``spelled`` stands in square brackets, as Python writes it. Otherwise several numbers stand in round
    ones, whether a question gathered them in a list or in a tuple.
    """
    if isinstance(value, Unexpected):
        return say(NOT_PLAIN[value.why], kind=value.kind, amount=value.amount)
    if isinstance(value, PlainArray):
        return show(value.nested(), digits, spelled=True)
    if isinstance(value, (list, tuple)):
        return _listed(value, digits, spelled or isinstance(value, Table))
    if isinstance(value, float):
        return _of_float(value, digits)
    if isinstance(value, str):
        return value or say("the empty text")
    if isinstance(value, int) or value is None:
        return str(value)
    return ", ".join(f"{key} {show(item, digits, spelled)}" for key, item in value.items())


def _listed(value: Sequence[Any], digits: int, spelled: bool) -> str:
    inside = ", ".join(show(item, digits, spelled) for item in value)
    if isinstance(value, (PlainTuple, tuple)):
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    return f"[{inside}]" if spelled or len(value) == 1 else f"({inside})"


def _of_float(value: float, digits: int) -> str:
    short = repr(value) if digits > 16 else f"{value:.{digits}g}"
    return short if any(mark in short for mark in ".en") else f"{short}.0"
