# SPDX-License-Identifier: MIT
"""How a wrong answer relates to the right one: another sign, doubled, missing, more often.

Where no catalogued mistake gives an answer, the relation says more than two answers side by side, and is true of every
program that gives them. The names are in ``general.toml``; relations that few programs show have none.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from judge.run.answers import Answer, PlainArray, PlainValue, Raised, same

# A number of one digit may stand for too many others.
FEWEST_DIGITS = 2

Numbers = Sequence[float]
Relation = Callable[[Numbers, Numbers], bool]


def relation(expected: Answer, given: Answer, inputs: Mapping[str, Any]) -> str:
    """Return the id of the relation of a given answer to the expected one; "" where there is no plain one.

    An input that is called ``upstream`` is the gradient that arrives from above.
    """
    if _refuses(expected):
        if _asserts(given) and "AssertionError" not in (getattr(expected, "kind", ""), *_words(expected).split()):
            return "answer-asserted"
        answered = isinstance(given, PlainValue) and given.value is not None and not _refuses(given)
        return "answer-not-refused" if answered else ""
    if _refuses(given):
        return "answer-refused" if not isinstance(given, Raised) or raised_there(given) else ""
    if not (isinstance(expected, PlainValue) and isinstance(given, PlainValue)):
        return ""
    right, wrong = _as_lists(expected.value, given.value)
    # The entries of a dictionary are facts of several kinds: that all of them are False is no pattern.
    named = "" if isinstance(given.value, dict) else _of_any(right, wrong)
    plain = named or _of_numbers(*_without_like_words(right, wrong), inputs)
    return plain or _of_arrays(expected.value, given.value)


def is_rounded(given: Answer, exact: Answer) -> bool:
    """Tell whether a number is another one with its last digits rounded or cut off, such as 1.08 for 13/12."""
    numbers = _numbers([answer.value if isinstance(answer, PlainValue) else None for answer in (given, exact)])
    if not numbers or not all(map(_is_finite, numbers)):
        return False
    rounded, number = (Decimal(repr(number)) for number in numbers)
    _, digits, exponent = rounded.normalize().as_tuple()
    off, unit = abs(number) - abs(rounded), Decimal(10) ** int(exponent)
    near = -unit / 2 <= off < unit and rounded * number > 0
    return len(digits) >= FEWEST_DIGITS and near


def _is_finite(number: float) -> bool:
    # An integer may have more digits than a float has room for.
    return abs(number) <= sys.float_info.max


def raised_there(error: Raised) -> bool:
    """Tell whether it is the learner's own line that raises the error, and not what it calls."""
    code = error.place.code if error.place else ""
    asserts = error.kind == "AssertionError" and "assert" in code
    return asserts or error.kind in re.findall(r"\braise (\w+)", code)


def _as_lists(right: Any, given: Any) -> tuple[Any, Any]:
    """Return two dictionaries, arrays or tables of one form as lists in one order; else both as they are."""
    if isinstance(right, PlainArray) and isinstance(given, PlainArray) and right.shape == given.shape:
        return list(right.entries), list(given.entries)
    if isinstance(right, dict) and isinstance(given, dict) and right.keys() == given.keys():
        return list(right.values()), [given[key] for key in right]
    if _row_lengths(right) and _row_lengths(right) == _row_lengths(given):
        return [entry for row in right for entry in row], [entry for row in given for entry in row]
    return right, given


def _row_lengths(table: Any) -> list[int]:
    """Return how long the rows of a table are, a list of lists; an empty list for anything else."""
    rows = table if isinstance(table, list) else []
    return [len(row) for row in rows] if all(isinstance(row, list) for row in rows) else []


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
    if isinstance(given, list) and not isinstance(expected, list):
        return ""  # A list of one number is no number, whatever that number is.
    if isinstance(given, float) and given != given and len(right) == 1 and _is_finite(right[0]):
        return "numbers-nan"
    if not right or len(right) != len(numbers) or not all(map(_is_finite, (*right, *numbers))):
        return ""
    own = [value for value in inputs.values() if isinstance(value, float)]
    # Where a right number is 0, twice and half and the other sign are the same.
    an_input = ("numbers-an-input", lambda _, given: any(same(value, given[0]) for value in own))
    one = [] if 0 in right else [*_OF_ONE, an_input]
    return next((name for name, holds in (_OF_SEVERAL if len(right) > 1 else one) if holds(right, numbers)), "")


def _of_arrays(right: Any, given: Any) -> str:
    """Return how a wrong array, or the wrong ones among several, relate to the right ones."""
    parts = right if isinstance(right, dict) else {"": right}
    others = given if isinstance(right, dict) else {"": given}
    if not (isinstance(others, dict) and parts.keys() == others.keys()):
        return ""
    wrong = [(part, others[key]) for key, part in parts.items() if not same(part, others[key])]
    if not all(isinstance(one, PlainArray) and isinstance(other, (PlainArray, int, float)) for one, other in wrong):
        return ""
    if any(one.shape != getattr(other, "shape", ()) for one, other in wrong):
        return ""
    entries = [[number for pair in wrong for number in pair[side].entries] for side in (0, 1)]
    is_one = len(entries[0]) == 1 and len(parts) > 1 and not any(map(_has_nan, parts.values()))
    return _of_numbers(*entries, {}) or ("numbers-one-wrong" if is_one else "")


def _has_nan(part: Any) -> bool:
    """Tell whether a number of a part is NaN, which is never called right."""
    numbers = part.entries if isinstance(part, PlainArray) else _numbers(part)
    return any(number != number for number in numbers)


def _refuses(answer: Answer) -> bool:
    """Tell whether an answer is an error, or says that there was one."""
    return isinstance(answer, Raised) or bool(re.search(r"\b(an error|[A-Z]\w+Error)\b", _words(answer)))


def _asserts(answer: Answer) -> bool:
    """Tell whether an answer is an AssertionError of the learner's own line, or says that there was one."""
    if isinstance(answer, Raised):
        return answer.kind == "AssertionError" and raised_there(answer)
    return bool(re.search(r"\bAssertionError\b", _words(answer)))


def _words(answer: Answer) -> str:
    """Return the text of an answer, or of a list that begins with an error's name or holds nothing else."""
    value = answer.value if isinstance(answer, PlainValue) else None
    if isinstance(value, list) and value and (len(value) == 1 or str(value[0]).endswith("Error")):
        value = value[0]
    return value if isinstance(value, str) else ""


# Of anything


def _of_any(right: Any, given: Any) -> str:
    """Return how an answer of any kind relates to the right one: nothing, too few entries, too many."""
    if right is None:
        return ""
    if given is None or (isinstance(given, list) and given and all(entry is None for entry in given)):
        return "answer-none"
    if isinstance(given, list) and len(given) == 1 and same(PlainValue(right), PlainValue(given[0])):
        return "answer-inside"
    if isinstance(right, list) and isinstance(given, list) and right:
        return next((name for name, holds in _OF_LISTS if holds(right, given)), "")
    return ""


def _count(entries: Sequence[Any]) -> Counter[str]:
    """Return how often each entry occurs; numbers to as many digits as are compared."""
    return Counter(map(_as_compared, entries))


def _as_compared(entry: Any) -> str:
    if isinstance(entry, list):
        return str([*map(_as_compared, entry)])
    number = isinstance(entry, (int, float)) and not isinstance(entry, bool)
    return f"{entry:.9g}" if number and _is_finite(entry) else repr(entry)


_OF_LISTS: tuple[tuple[str, Callable[[Sequence[Any], Sequence[Any]], bool]], ...] = (
    ("entries-none", lambda right, given: not given),
    ("entries-missing", lambda right, given: len(given) < len(right) and not _count(given) - _count(right)),
    (
        "entries-one-everywhere",
        lambda right, given: len(given) > 1 and len(_count(given)) == 1 < len(_count(right)) and given[0] in right,
    ),
    ("entries-more-often", lambda right, given: {*_count(given)} == {*_count(right)} and _count(given) > _count(right)),
)


# Of numbers


def _numbers(value: Any) -> list[float]:
    """Return a number, or a list of numbers, as a list; an empty one for anything else."""
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    return values if all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in values) else []


def _times(factor: float) -> Relation:
    return lambda right, given: same([factor * number for number in right], list(given))


_OF_ONE: tuple[tuple[str, Relation], ...] = (
    ("numbers-sign", _times(-1)),
    ("numbers-nothing", _times(0)),
    ("numbers-twice", _times(2)),
    ("numbers-half", _times(0.5)),
    ("numbers-off-by-one", lambda right, given: any(same(right[0] + step, given[0]) for step in (1, -1))),
)


def _one_factor(right: Numbers, given: Numbers) -> bool:
    # Of numbers of one size every wrong answer of one size is a multiple.
    sizes = [abs(number) for number in right]
    return not all(same(size, sizes[0]) for size in sizes) and all(right) and _times(given[0] / right[0])(right, given)


_OF_SEVERAL: tuple[tuple[str, Relation], ...] = (
    ("numbers-all-nothing", lambda right, given: all(right) and not any(given)),
    ("numbers-one-factor", _one_factor),
    # Asked last, since it says least.
    ("numbers-one-wrong", lambda right, given: [*map(same, right, given)].count(False) == 1),
)
