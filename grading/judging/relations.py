# SPDX-License-Identifier: MIT
"""How a wrong answer relates to the right one: another sign, exchanged, doubled, missing, in another order.

Where no catalogued mistake gives an answer, the relation says more than two answers side by side, and is true of every
program that gives them. The names are in ``general.toml``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grading.exercises.shared.paper import NO_ENTRY
from grading.run.answers import Answer, PlainValue, Raised, same

Numbers = Sequence[float]
Relation = Callable[[Numbers, Numbers], bool]


def relation(expected: Answer, given: Answer, inputs: Mapping[str, Any]) -> str:
    """Return the id of the relation of a given answer to the expected one; "" where there is no plain one.

    An input that is called ``upstream`` is the gradient that arrives from above.
    """
    if _refuses(expected):
        answered = isinstance(given, PlainValue) and given.value is not None and not _refuses(given)
        otherwise = (
            isinstance(given, Raised) and raised_there(given) and given.kind not in (_named(expected) or given.kind)
        )
        return "answer-not-refused" if answered else "answer-refused-otherwise" if otherwise else ""
    if _refuses(given):
        return "answer-refused" if not isinstance(given, Raised) or raised_there(given) else ""
    if not (isinstance(expected, PlainValue) and isinstance(given, PlainValue)):
        return ""
    if isinstance(given.value, str) and given.value.startswith(NO_ENTRY):
        return "entries-under-another-name"
    right, wrong = _as_lists(expected.value, given.value)
    return _of_any(right, wrong) or _of_numbers(*_without_like_words(right, wrong), inputs)


def raised_there(error: Raised) -> bool:
    """Tell whether it is the learner's own line that raises the error, and not what it calls."""
    code = error.place.code if error.place else ""
    asserts = error.kind == "AssertionError" and "assert" in code
    return asserts or error.kind in re.findall(r"\braise (\w+)", code)


def _as_lists(right: Any, given: Any) -> tuple[Any, Any]:
    """Return two dictionaries of the same names as lists in one order, and anything else as it is."""
    if isinstance(right, dict) and isinstance(given, dict) and right.keys() == given.keys():
        return list(right.values()), [given[key] for key in right]
    return right, given


def _without_like_words(right: Any, given: Any) -> tuple[Any, Any]:
    """Return the numbers of two lists whose texts agree, place by place; else both lists as they are."""
    if not (isinstance(right, list) and isinstance(given, list) and len(right) == len(given)):
        return right, given
    pairs = list(zip(right, given, strict=True))
    if any(one != other for one, other in pairs if isinstance(one, str) or isinstance(other, str)):
        return right, given
    numbers = [(one, other) for one, other in pairs if not isinstance(one, str)]
    return [one for one, _ in numbers], [other for _, other in numbers]


def _of_numbers(expected: Any, given: Any, inputs: Mapping[str, Any]) -> str:
    right, numbers = _numbers(expected), _numbers(given)
    if not right or len(right) != len(numbers) or not all(map(math.isfinite, (*right, *numbers))):
        return ""
    # Where a right number is 0, twice and half and the other sign are the same.
    plain = [] if 0 in right else [*(_OF_SEVERAL if len(right) > 1 else _OF_ONE), *_of_inputs(inputs, len(right))]
    return next((name for name, holds in [*plain, *_OF_PLACES] if holds(right, numbers)), "")


def _refuses(answer: Answer) -> bool:
    """Tell whether an answer is an error, or says that there was one."""
    return isinstance(answer, Raised) or bool(re.search(r"\b(an error|[A-Z]\w+Error)\b", _words(answer)))


def _named(answer: Answer) -> list[str]:
    """Return the types of error that a refusal names; none where any error will do."""
    return [answer.kind] if isinstance(answer, Raised) else re.findall(r"\b[A-Z]\w+Error\b", _words(answer))


def _words(answer: Answer) -> str:
    """Return the text of an answer, or of a list that begins with an error's name or holds nothing else."""
    value = answer.value if isinstance(answer, PlainValue) else None
    if isinstance(value, list) and value and (len(value) == 1 or str(value[0]).endswith("Error")):
        value = value[0]
    return value if isinstance(value, str) else ""


# Of anything


def _of_any(right: Any, given: Any) -> str:
    """Return how an answer of any kind relates to the right one: nothing, too few entries, too many, another order."""
    if right is None:
        return ""
    if given is None or (isinstance(given, list) and given and all(entry is None for entry in given)):
        return "answer-none"
    if isinstance(right, bool) and isinstance(given, bool):
        return "answer-yes-for-no"
    if isinstance(right, list) and isinstance(given, list) and right:
        return next((name for name, holds in _OF_LISTS if holds(right, given)), "")
    return ""


def _count(entries: Sequence[Any]) -> Counter[str]:
    """Return how often each entry occurs; numbers to as many digits as are compared."""
    return Counter(
        f"{entry:.9g}" if isinstance(entry, float) and math.isfinite(entry) else repr(entry) for entry in entries
    )


_OF_LISTS: tuple[tuple[str, Callable[[Sequence[Any], Sequence[Any]], bool]], ...] = (
    ("entries-none", lambda right, given: not given),
    (
        "entries-one-everywhere",
        lambda right, given: len(given) > 1 and len(_count(given)) == 1 < len(_count(right)) and given[0] in right,
    ),
    ("entries-first-alone", lambda right, given: len(right) > 2 and same(right[:1], list(given))),
    ("entries-last-alone", lambda right, given: len(right) > 2 and same(right[-1:], list(given))),
    ("entries-first-missing", lambda right, given: same(right[1:], list(given))),
    ("entries-last-missing", lambda right, given: same(right[:-1], list(given))),
    ("entries-missing", lambda right, given: len(given) < len(right) and not _count(given) - _count(right)),
    ("entries-more-often", lambda right, given: len(given) > len(right) and {*_count(given)} == {*_count(right)}),
    ("entries-others-too", lambda right, given: len(given) > len(right) and not _count(right) - _count(given)),
    ("entries-another-order", lambda right, given: not _all_numbers(right) and _count(right) == _count(given)),
)


def _all_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


# Of numbers


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
    return values if _all_numbers(values) else []


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


def _all_in_one(right: Numbers, given: Numbers) -> bool:
    elsewhere = [number for number in given if number != 0]
    return len(elsewhere) == 1 and same(math.fsum(right), elsewhere[0])


_OF_ONE: tuple[tuple[str, Relation], ...] = (
    ("numbers-sign", _times(-1)),
    ("numbers-nothing", _times(0)),
    ("numbers-twice", _times(2)),
    ("numbers-half", _times(0.5)),
    # 1 and -1 are their own reciprocals.
    ("numbers-upside-down", lambda right, given: abs(right[0]) != 1 and same(1 / right[0], given[0])),
    ("numbers-one-larger", _plus(1)),
    ("numbers-one-smaller", _plus(-1)),
)
_OF_SEVERAL: tuple[tuple[str, Relation], ...] = (
    ("numbers-all-signs", _times(-1)),
    ("numbers-all-nothing", _times(0)),
    ("numbers-all-twice", _times(2)),
    ("numbers-all-half", _times(0.5)),
    (
        "numbers-exchanged",
        lambda right, given: not same(list(right), list(given)) and same(sorted(right), sorted(given)),
    ),
    ("numbers-one-sign", _one_is(-1)),
    ("numbers-one-nothing", _one_is(0)),
    ("numbers-one-twice", _one_is(2)),
    ("numbers-one-half", _one_is(0.5)),
    ("numbers-all-in-one", _all_in_one),
    ("numbers-all-one-larger", _plus(1)),
    ("numbers-all-one-smaller", _plus(-1)),
)


def _wrong(right: Numbers, given: Numbers) -> list[int]:
    return [place for place, pair in enumerate(zip(right, given, strict=True)) if not same(*pair)]


def _one_factor(right: Numbers, given: Numbers) -> bool:
    # Of numbers of one size every wrong answer of one size is a multiple.
    sizes = [abs(number) for number in right]
    return _differ(sizes) and all(right) and _times(given[0] / right[0])(right, given)


def _one_step(right: Numbers, given: Numbers) -> bool:
    return _differ(right) and _plus(given[0] - right[0])(right, given)


def _differ(numbers: Numbers) -> bool:
    return any(not same(number, numbers[0]) for number in numbers[1:])


# Which places are wrong: asked last, since it says least.
_OF_PLACES: tuple[tuple[str, Relation], ...] = (
    ("numbers-one-factor", _one_factor),
    ("numbers-one-step", _one_step),
    ("numbers-first-right", lambda right, given: len(right) > 2 and _wrong(right, given) == [*range(1, len(right))]),
    ("numbers-first-wrong", lambda right, given: len(right) > 2 and _wrong(right, given) == [0]),
    ("numbers-last-wrong", lambda right, given: len(right) > 2 and _wrong(right, given) == [len(right) - 1]),
    ("numbers-one-wrong", lambda right, given: len(right) > 1 and len(_wrong(right, given)) == 1),
)
