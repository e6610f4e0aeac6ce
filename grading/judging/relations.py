# SPDX-License-Identifier: MIT
"""How wrong numbers stand to the right ones: turned in sign, exchanged, doubled, missing.

Where no catalogued mistake gives an answer, that says more than two numbers side by side. It is true of every program
that gives them. The names stand in ``general.toml``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grading.run.answers import Answer, PlainValue, same

__all__ = ["relation"]

Numbers = Sequence[float]
Relation = Callable[[Numbers, Numbers], bool]


def relation(expected: Answer, given: Answer, inputs: Mapping[str, Any]) -> str:
    """Return the id of how the given numbers stand to the expected ones; "" where they stand in no plain relation.

    Args:
        expected: The right answer.
        given: The wrong one.
        inputs: Those of the question; one that is called ``upstream`` is the gradient that arrives from above.
    """
    if not (isinstance(expected, PlainValue) and isinstance(given, PlainValue)):
        return ""
    right, numbers = _numbers(expected.value), _numbers(given.value)
    if not right or len(right) != len(numbers) or 0 in right or not all(map(math.isfinite, (*right, *numbers))):
        return ""
    names = [*(_OF_SEVERAL if len(right) > 1 else _OF_ONE), *_of_inputs(inputs, len(right))]
    return next((name for name, holds in names if holds(right, numbers)), "")


def _of_inputs(inputs: Mapping[str, Any], count: int) -> Iterator[tuple[str, Relation]]:
    """Yield the relations that take the question's own numbers."""
    upstream = inputs.get("upstream")
    if isinstance(upstream, float) and upstream:
        if count == 1:
            yield "numbers-upstream-missing", _times(1 / upstream)
            yield "numbers-upstream-alone", lambda right, given: same(upstream, given[0])
        else:
            yield "numbers-upstream-missing", _times(1 / upstream)
            yield "numbers-one-upstream-missing", _one_is(1 / upstream)
    elif count == 1:
        own = [value for value in inputs.values() if isinstance(value, float)]
        yield "numbers-an-input", lambda right, given: any(same(value, given[0]) for value in own)


def _numbers(value: Any) -> list[float]:
    """Return a number, or a list of numbers, as a list; an empty one for anything else."""
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    fit = all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in values)
    return values if fit else []


def _times(factor: float) -> Relation:
    return lambda right, given: same([factor * number for number in right], list(given))


def _plus(step: float) -> Relation:
    return lambda right, given: same([number + step for number in right], list(given))


def _one_is(factor: float) -> Relation:
    """Tell whether one number is so many times the right one, and all others are right."""

    def holds(right: Numbers, given: Numbers) -> bool:
        wrong = [place for place, pair in enumerate(zip(right, given, strict=True)) if not same(*pair)]
        return len(wrong) == 1 and same(factor * right[wrong[0]], given[wrong[0]])

    return holds


def _reciprocal(right: Numbers, given: Numbers) -> bool:
    # 1 and -1 are their own.
    return abs(right[0]) != 1 and same(1 / right[0], given[0])


def _exchanged(right: Numbers, given: Numbers) -> bool:
    return not same(list(right), list(given)) and same(sorted(right), sorted(given))


def _all_in_one(right: Numbers, given: Numbers) -> bool:
    elsewhere = [number for number in given if number != 0]
    return len(elsewhere) == 1 and same(math.fsum(right), elsewhere[0])


_OF_ONE: tuple[tuple[str, Relation], ...] = (
    ("numbers-sign", _times(-1)),
    ("numbers-nothing", _times(0)),
    ("numbers-twice", _times(2)),
    ("numbers-half", _times(0.5)),
    ("numbers-upside-down", _reciprocal),
    ("numbers-one-larger", _plus(1)),
    ("numbers-one-smaller", _plus(-1)),
)
_OF_SEVERAL: tuple[tuple[str, Relation], ...] = (
    ("numbers-all-signs", _times(-1)),
    ("numbers-all-nothing", _times(0)),
    ("numbers-all-twice", _times(2)),
    ("numbers-all-half", _times(0.5)),
    ("numbers-exchanged", _exchanged),
    ("numbers-one-sign", _one_is(-1)),
    ("numbers-one-nothing", _one_is(0)),
    ("numbers-one-twice", _one_is(2)),
    ("numbers-one-half", _one_is(0.5)),
    ("numbers-all-in-one", _all_in_one),
    ("numbers-all-one-larger", _plus(1)),
    ("numbers-all-one-smaller", _plus(-1)),
)
