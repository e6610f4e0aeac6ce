# SPDX-License-Identifier: MIT
"""What a learner's code gives, as an answer: copied by exact types, so that none of the learner's own methods runs.

A learner's object may define ``__eq__`` or subclass ``float``, and its class may have a metaclass of its own. So types
are compared by ``is`` alone.
"""

from __future__ import annotations

import itertools
import math
import re
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from judge.run.answers.kinds import Answer, Place, PlainArray, PlainTuple, PlainValue, Raised, Table, Unexpected
from judge.run.bounded import NoEnd, bounded

# What an answer may hold. The largest answer that a check asks for has 17 entries, three levels deep.
MOST_DEPTH = 12
MOST_PARTS = 5_000
MOST_TEXT = 5_000
MOST_BITS = 2_048
# The entries of all its arrays together. The largest array that a check asks for has 40 times 40.
MOST_ENTRIES = 10_000

# What holds other values: Python's own, and what such a value is once it was copied.
GATHERING = (list, tuple, dict, PlainTuple, Table)
# Lines of Python that the text of an exception may take.
LINES_OF_A_TEXT = 10_000


def plain_answer(value: Any) -> PlainValue | Unexpected:
    """Return a value as an answer, by exact types: no method of a learner's object is called.

    NumPy's own scalars, its arrays without an axis, fractions and decimals become Python numbers, and its arrays of
    float64 a :class:`PlainArray`. Keys that are numbers become texts. Everything else becomes :class:`Unexpected`, as
    does what is too large, too long or too deep.
    """
    copied = Copier().copy(value)
    return copied if isinstance(copied, Unexpected) else PlainValue(copied)


def attempt(question: Callable[[], Any]) -> Answer:
    """Return the answer to a part of a question, which may raise.

    Raises:
        NotImplementedError: The part met a stub: then the whole question has no answer yet.
    """
    try:
        return plain_answer(question())
    except NotImplementedError:
        raise
    except Exception as error:
        return raised(error)


def raised(error: BaseException, place: Place | None = None, **known: Any) -> Raised:
    """Return an exception as an answer, with what else is ``known`` of it; its text without what only Python reads."""
    try:
        text = bounded(str, error, lines=LINES_OF_A_TEXT)
    except (Exception, NoEnd):  # The exception may be the learner's own, and so is its `__str__`.
        text = ""
    return Raised(_cut(type(error).__name__), _cut(_readable(_cut(text))), place, **known)


# The way to a function inside others, `Value.__mul__.<locals>._backward`; and an object as Python prints it by default.
INSIDE = ".<locals>."
_DEPTH = re.compile(r"(?<=^maximum recursion depth exceeded) (?:while|in) .*")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")
_MODULE = re.compile(r"<(?:\w+\.)+(\w+ object>)")


def _readable(text: str) -> str:
    """Leave out of an error's text how functions stand in each other, and what differs at each run.

    That is an address, and where Python was when the calls became too deep.
    """
    *ways, last = text.split(INSIDE)
    text = "".join([*map(_without_last_name, ways), last])
    return _DEPTH.sub("", _MODULE.sub(r"<\1", _ADDRESS.sub(">", text)))


def _without_last_name(text: str) -> str:
    end = len(text)
    while end and (text[end - 1].isalnum() or text[end - 1] in "_."):
        end -= 1
    return text[:end]


def _cut(text: str) -> str:
    # `str.__str__` gives a plain text even where the learner's is of a subclass.
    return str.__str__(text)[:MOST_TEXT]


class Copier:
    """Copies values, and counts their parts and the entries of their arrays."""

    def __init__(self) -> None:
        self.parts = self.entries = 0

    def copy(self, value: Any, depth: int = 0) -> Any:
        """Return a copy of a value that stands ``depth`` deep in others; Unexpected where it is no plain data."""
        kind = type(value)
        self.parts += 1
        if self.parts > MOST_PARTS:
            return Unexpected(kind.__name__, "parts", f"{MOST_PARTS:,}")
        if value is None or kind is float or kind is bool or kind is Unexpected:
            return value
        if kind is int:
            return value if value.bit_length() <= MOST_BITS else Unexpected("int", "bits", f"{value.bit_length():,}")
        if kind is str:
            return value if len(value) <= MOST_TEXT else Unexpected("str", "characters", f"{len(value):,}")
        if any(kind is each for each in GATHERING):
            return self._gathered(value, depth)
        if kind is PlainArray:
            return self._plain(value)
        if kind is Fraction or kind is Decimal:
            return _as_float(value)
        if _is_of_numpy(kind):
            return self._of_numpy(value, depth)
        return Unexpected(_cut(kind.__name__))

    def _gathered(self, value: Any, depth: int) -> Any:
        """Return a copy of a list, a tuple or a dict."""
        kind = type(value)
        if depth == MOST_DEPTH:
            return Unexpected(kind.__name__, "depth", str(MOST_DEPTH))
        if len(value) > MOST_PARTS:
            return Unexpected(kind.__name__, "entries", f"{len(value):,}")
        if kind is dict:
            return self._dict(value, depth)
        kept = PlainTuple if kind is tuple or kind is PlainTuple else list
        return kept(self.copy(item, depth + 1) for item in value)

    def _dict(self, values: dict[Any, Any], depth: int) -> Any:
        if not all(_is_key(type(key)) for key in values):
            return Unexpected("dict", "keys")
        return {_cut(str(key)): self.copy(item, depth + 1) for key, item in values.items()}

    def _of_numpy(self, value: Any, depth: int) -> Any:
        """Return a copy of an array, or the Python number that a scalar or an array without an axis holds."""
        numpy = sys.modules["numpy"]
        is_array = type(value) is numpy.ndarray
        if is_array and value.ndim > 0:
            return self._array(value)
        if is_array or isinstance(value, numpy.generic):
            return self.copy(value.item(), depth)
        return Unexpected(type(value).__name__)

    def _array(self, value: Any) -> PlainArray | Unexpected:
        # One that is too large by itself leaves room for the others.
        self.entries += value.size if value.size <= MOST_ENTRIES else 0
        if value.dtype.str[1:] != "f8":
            why = "texts" if value.dtype.kind in "UST" else "numbers" if value.dtype.kind in "biufcO" else "dtype"
            return Unexpected("ndarray", why, _cut(value.dtype.name))
        if self.entries > MOST_ENTRIES or not _has_room(value.shape):
            return Unexpected("ndarray", "shape", _cut(repr(value.shape)))
        # A copy in row order, whatever view the learner's array is.
        return PlainArray(tuple(value.shape), tuple(value.ravel().tolist()))

    def _plain(self, value: PlainArray) -> PlainArray | Unexpected:
        """Return an array that was read, if it is one that :meth:`_array` returns."""
        self.entries += len(value.entries)
        lengths = value.shape and all(type(length) is int and length >= 0 for length in value.shape)
        fits = lengths and _has_room(value.shape) and math.prod(value.shape) == len(value.entries)
        fits = fits and self.entries <= MOST_ENTRIES
        floats = all(type(entry) is float for entry in value.entries)
        return value if fits and floats else Unexpected("ndarray")


def _is_key(kind: type) -> bool:
    return any(kind is each for each in (str, int, float, bool, type(None)))


def _is_of_numpy(kind: type) -> bool:
    """Tell whether a type is one of NumPy's own, where NumPy is imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and kind.__module__ == "numpy" and kind is getattr(numpy, kind.__name__, None)


def _has_room(shape: Sequence[int]) -> bool:
    """Tell whether an array of a shape is small enough; a length of 0 does not hide how large the others are."""
    return len(shape) <= MOST_DEPTH and math.prod(length or 1 for length in shape) <= MOST_ENTRIES


def _as_float(value: Fraction | Decimal) -> float | Unexpected:
    try:
        if type(value) is Decimal:
            return float(value)
        # Its parts can be set from outside: they count only where they are whole numbers.
        if type(value.numerator) is int and type(value.denominator) is int:
            return value.numerator / value.denominator
    except (ArithmeticError, ValueError, AttributeError):  # Too large, a NaN that signals, or nothing in it.
        pass
    return Unexpected(type(value).__name__)


def number_of(value: Any) -> Any:
    """Return a number of any exact type as a plain one, for a question that rounds it; anything else as it is."""
    answer = plain_answer(value)
    return answer.value if isinstance(answer, PlainValue) and type(answer.value) in (int, float) else value


def decimal_comma(value: Any) -> str:
    """Return the number that a pair such as ``(42, 25)`` was meant to be, as Python writes it; "" for other values.

    A text such as ``"42,25"`` is one, too.
    """
    if type(value) is str and (parts := re.fullmatch(r"\s*([-+]?\d{1,15}),(\d{1,15})\s*", value)):
        return f"{parts[1]}.{parts[2]}"
    return _point_for_comma(*value) if type(value) in (tuple, PlainTuple) and len(value) == 2 else ""


def comma_among(values: Any, asked: int) -> str:
    """Return the number that two neighbours were meant to be, where more numbers came than the ``asked`` ones.

    It is "" where there are not too many, or no two neighbours that a decimal comma can have parted: ``(0, 5, 1)``
    may be a pair that begins with 0.5.
    """
    if type(values) not in (list, tuple, PlainTuple, Table) or len(values) <= asked:
        return ""
    return next(filter(None, itertools.starmap(_point_for_comma, itertools.pairwise(values))), "")


def _point_for_comma(whole: Any, decimals: Any) -> str:
    pair = type(whole) is int and type(decimals) is int and decimals >= 0
    return f"{whole}.{decimals}" if pair and max(abs(whole), decimals) < 10**15 else ""
