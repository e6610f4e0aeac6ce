# SPDX-License-Identifier: MIT
"""Answers: what a learner's code returns for a question, as one of a few frozen types.

A plain value is wrapped, so no dictionary or text of a learner's can pose as an error or as an empty answer. A
learner's object may define ``__eq__`` or subclass ``float``. So a value is copied by *exact* type before anything is
compared, and anything else is :class:`Unexpected`, which no right answer equals.

Answers cross between processes as JSON, by :func:`to_json` and :func:`from_json`. They are bounded in size and depth,
and never pickled.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

from judge.run.bounded import NoEnd, bounded
from judge.run.words import say, template

RELATIVE_TOLERANCE = 1e-9
ABSOLUTE_TOLERANCE = 1e-12

# What an answer may hold. The largest answer that a check asks for has 17 entries, three levels deep.
MOST_DEPTH = 12
MOST_PARTS = 5_000
MOST_TEXT = 5_000
MOST_BITS = 2_048
# The entries of all its arrays together. The largest array that a check asks for has 40 times 40.
MOST_ENTRIES = 10_000

# Lines of Python that the text of an exception may take.
LINES_OF_A_TEXT = 10_000

# How many of the learner's own lines are reported at most.
MOST_LINES = 5


class AnswerError(ValueError):
    """Data that is no answer in the form of :func:`to_json`."""


@dataclass(frozen=True)
class Place:
    """A line of the learner's own."""

    function: str  # the function that it is in; "" outside of one
    line: int  # its number in the cell
    code: str


@dataclass(frozen=True)
class Culprit:
    """What an error is about: a piece of the learner's line, and the type of its value."""

    code: str  # the piece, such as ``self.left``
    kind: str  # the type's name, such as ``NoneType`` or ``float``
    shadows: bool = False  # whether the piece is the name of one of Python's own functions, bound to something else


class PlainTuple(list[Any]):
    """A copied tuple: it is compared as a list is, and shown as a tuple."""

    def __repr__(self) -> str:
        return f"PlainTuple({super().__repr__()})"


class Table(list[Any]):
    """A list of a question's that stands in for an array: it is shown in square brackets, which tell its shape."""


@dataclass(frozen=True)
class PlainArray:
    """A copied array: its shape, and its entries row by row."""

    shape: tuple[int, ...]
    entries: tuple[float, ...]

    def __repr__(self) -> str:
        return f"PlainArray({self.nested()}, shape={self.shape})"

    def nested(self) -> Any:
        """Return the entries as lists of lists; the plain number where the shape is ()."""
        nested: list[Any] = list(self.entries)
        for length in reversed(self.shape[1:]):
            nested = [nested[start : start + length] for start in range(0, len(nested), length)] if length else []
        return nested if self.shape else nested[0]


@dataclass(frozen=True)
class PlainValue:
    """A value of plain data: None, a bool, int, float or str, an array, or a list or a dict with text keys of such.

    A tuple is a :class:`PlainTuple`, an array of float64 a :class:`PlainArray`. Inside a list or a dict,
    :class:`Unexpected` replaces what is none of these.
    """

    value: Any


@dataclass(frozen=True)
class Raised:
    """An exception."""

    kind: str  # the name of its type
    text: str  # its message
    place: Place | None = None  # the learner's last line that was running; None where none of theirs was
    reading: bool = False  # whether the question itself failed while it read what the learner's code returned
    culprit: Culprit | None = None  # what in that line the error is about; None where that is not known
    # The attribute or method that it asks for and that the object's class lacks; "" where it is about something else.
    absent: str = ""


@dataclass(frozen=True)
class Unending:
    """The question was stopped; ``after`` says after how much."""

    after: str


@dataclass(frozen=True)
class Missing:
    """A name that the question needs and the notebook does not define."""

    name: str


@dataclass(frozen=True)
class NotAttempted:
    """A stub, or an empty answer."""

    text: str  # the message of the stub
    stub: str = ""  # the function whose stub raised; "" where none did


# What is said of an object that is no plain data, by what keeps it from being that.
NOT_PLAIN = {
    "": template("an object of type {kind}"),
    "parts": template("an object of type {kind} with more than {amount} parts"),
    "bits": template("an object of type {kind} of {amount} bits"),
    "characters": template("an object of type {kind} of {amount} characters"),
    "depth": template("an object of type {kind} nested more than {amount} deep"),
    "entries": template("an object of type {kind} of {amount} entries"),
    "keys": template("an object of type {kind} with keys that are neither texts nor numbers"),
    "numbers": template("an object of type {kind}, whose numbers are {amount} and not float64"),
    "texts": template("an array of texts"),
    "dtype": template("an array whose entries are {amount}, and no numbers"),
    "shape": template("an object of type {kind}, whose shape {amount} is too large"),
    "others": template("nothing that was asked for"),
    "changed": template("another answer than before"),
}


@dataclass(frozen=True)
class Unexpected:
    """An object that is no plain data."""

    kind: str  # the name of its type
    why: str = ""  # what keeps it from being plain: a key of ``NOT_PLAIN``
    amount: str = ""  # the argument of what is said then


@dataclass(frozen=True)
class Several:
    """The answers to the parts of one question, in order: one part that raises does not hide the others."""

    answers: tuple[Answer, ...]


Answer = PlainValue | Raised | Unending | Missing | NotAttempted | Unexpected | Several


def unexpected_in(answer: Answer | None) -> list[Unexpected]:
    """Return what of an answer is no plain data, in its parts, too."""
    if isinstance(answer, Unexpected):
        return [answer]
    if isinstance(answer, Several):
        return [found for part in answer.answers for found in unexpected_in(part)]
    return _unexpected_parts(answer.value) if isinstance(answer, PlainValue) else []


def _unexpected_parts(value: Any) -> list[Unexpected]:
    if isinstance(value, Unexpected):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [found for part in parts for found in _unexpected_parts(part)]


def kind_of_entries(given: Answer | None) -> str:
    """Return what the entries of the first array in an answer are that holds other numbers, or none; "" without one."""
    found = (each for each in unexpected_in(given) if each.why in ("numbers", "dtype"))
    return next((each.amount for each in found), "")


# From what a learner's code gives


def plain_answer(value: Any) -> PlainValue | Unexpected:
    """Return a value as an answer, by exact types: no method of a learner's object is called.

    NumPy's own scalars, its arrays without an axis, fractions and decimals become Python numbers, and its arrays of
    float64 a :class:`PlainArray`. Keys that are numbers become texts. Everything else becomes :class:`Unexpected`, as
    does what is too large, too long or too deep.
    """
    copied = _Copier().copy(value)
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


class _Copier:
    """Copies values, and counts their parts and the entries of their arrays."""

    def __init__(self) -> None:
        self.parts = self.entries = 0

    def copy(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        self.parts += 1
        if self.parts > MOST_PARTS:
            return Unexpected(kind.__name__, "parts", f"{MOST_PARTS:,}")
        if value is None or kind in (bool, float, Unexpected):
            return value
        if kind is int:
            return value if value.bit_length() <= MOST_BITS else Unexpected("int", "bits", f"{value.bit_length():,}")
        if kind is str:
            return value if len(value) <= MOST_TEXT else Unexpected("str", "characters", f"{len(value):,}")
        if kind is PlainArray:
            return self._plain(value)
        if kind in (list, tuple, dict):
            if depth == MOST_DEPTH:
                return Unexpected(kind.__name__, "depth", str(MOST_DEPTH))
            if len(value) > MOST_PARTS:
                return Unexpected(kind.__name__, "entries", f"{len(value):,}")
            if kind is dict:
                return self._dict(value, depth)
            kept = PlainTuple if kind is tuple else list
            return kept(self.copy(item, depth + 1) for item in value)
        if kind in (Fraction, Decimal):
            return _as_float(value)
        numpy = sys.modules.get("numpy")
        if numpy is not None and kind.__module__ == "numpy" and kind is getattr(numpy, kind.__name__, None):
            if kind is numpy.ndarray and value.ndim > 0:
                return self._array(value)
            scalar = isinstance(value, numpy.generic) or kind is numpy.ndarray
            return self.copy(value.item(), depth) if scalar else Unexpected(kind.__name__)
        return Unexpected(_cut(kind.__name__))

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

    def _dict(self, values: dict[Any, Any], depth: int) -> Any:
        if any(type(key) not in (str, int, float, bool, type(None)) for key in values):
            return Unexpected("dict", "keys")
        return {_cut(str(key)): self.copy(item, depth + 1) for key, item in values.items()}


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
    """Return the number that a pair such as ``(42, 25)`` was meant to be, as Python writes it; "" for other values."""
    if type(value) not in (tuple, PlainTuple) or len(value) != 2:
        return ""
    whole, decimals = value
    pair = type(whole) is int and type(decimals) is int and decimals >= 0
    return f"{whole}.{decimals}" if pair and max(abs(whole), decimals) < 10**15 else ""


# Comparing

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
    if isinstance(first, PlainValue) and isinstance(second, PlainValue):
        return same(first.value, second.value)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, PlainArray) and isinstance(second, PlainArray):
        return first.shape == second.shape and all(map(same, first.entries, second.entries))
    if isinstance(first, Raised) and isinstance(second, Raised):
        return first.kind == second.kind
    if isinstance(first, Several) and isinstance(second, Several):
        return same(list(first.answers), list(second.answers))
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        if first != first or second != second:  # NaN, and no int is too large to ask.
            return first != first and second != second
        try:
            return math.isclose(first, second, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
        except OverflowError:  # An int beyond the range of floats.
            return first == second
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return type(first) is type(second) and first == second


# As JSON. A plain dict is never written as a JSON object of its own, so every JSON object is a tag of ours.

# Whole numbers that every reader of JSON keeps exactly.
_EXACT = 2**53

# Each kind of answer by its name. Its attributes are written under their own names, but for ``kind``: that is ``type``.
_KINDS: dict[str, type[Any]] = {
    "value": PlainValue,
    "raised": Raised,
    "no end": Unending,
    "missing": Missing,
    "not attempted": NotAttempted,
    "unexpected": Unexpected,
    "several": Several,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
# Not written where there is nothing to say.
_OPTIONAL = {"culprit", "absent", "why", "amount"}


def to_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as data for JSON: ``{"kind": "value", "value": ...}`` and so on.

    :func:`from_json` gives the same answer back, and no plain value of a learner's is written like another kind.
    """
    data: dict[str, Any] = {"kind": _NAMES[type(answer)]}
    for attribute, part in vars(answer).items():
        key = "type" if attribute == "kind" else attribute
        if key == "value":
            data[key] = _written(part)
        elif key == "answers":
            data[key] = [to_json(each) for each in part]
        elif isinstance(part, (Place, Culprit)):
            data[key] = dict(vars(part))
        elif part or key not in _OPTIONAL:
            data[key] = part
    return data


def _written(value: Any) -> Any:
    if isinstance(value, Unexpected):
        return {"unexpected": to_json(value) if value.why else value.kind}
    if isinstance(value, PlainArray):
        return {"array": [list(value.shape), list(map(_written, value.entries))]}
    if isinstance(value, list):
        items = [_written(item) for item in value]
        return {"tuple": items} if isinstance(value, PlainTuple) else items
    if isinstance(value, dict):
        return {"entries": [[key, _written(item)] for key, item in value.items()]}
    if type(value) is int and abs(value) > _EXACT:
        return {"int": hex(value)}
    if type(value) is float and not math.isfinite(value):
        return {"float": str(value)}
    return value


def from_json(data: Any) -> Answer:
    """Return the answer that :func:`to_json` wrote.

    What is read is copied as a learner's value is and written once more: data that is not written alike is no answer,
    or is larger or deeper than one may be.

    Raises:
        AnswerError: The data is no answer.
    """
    try:
        parts = {"kind" if key == "type" else key: _part(key, part) for key, part in data.items() if key != "kind"}
        answer: Answer = _KINDS[data["kind"]](**parts)
        if to_json(answer) == data:
            return answer
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise AnswerError("This is no answer.") from error
    raise AnswerError("This is no answer.")


def _part(key: str, data: Any) -> Any:
    if key == "value":
        return _Copier().copy(_read(data))
    if key == "answers" and len(data) <= MOST_PARTS and all(each["kind"] != "several" for each in data):
        return tuple(map(from_json, data))
    if key in ("place", "culprit") and data is not None:
        return record(Place if key == "place" else Culprit, data)
    if key == "why" and data not in NOT_PLAIN:
        raise KeyError(data)
    if (key == "place" and data is None) or (key == "reading" and type(data) is bool):
        return data
    return _text(data)


def record(kind: type[Any], data: Any) -> Any:
    """Return a place or a culprit, whose attributes were written as data for JSON; a TypeError says it is none."""
    record = kind(**data)
    for field in fields(kind):
        value = getattr(record, field.name)
        if type(value).__name__ != field.type or field.name not in data:
            raise TypeError(field.name)
        _text(str(value))
    return record


def _text(data: Any) -> str:
    if type(data) is not str or len(data) > MOST_TEXT:
        raise TypeError(f"A text has at most {MOST_TEXT:,} characters.")
    return data


def _read(data: Any) -> Any:
    """Return the value that :func:`_written` wrote; of what it did not write, anything."""
    match data:
        case list():
            return [_read(item) for item in data]
        case {"tuple": list(items)}:
            return tuple(map(_read, items))
        case {"entries": pairs}:
            return {key: _read(item) for key, item in pairs}
        case {"unexpected": dict(unexpected)}:
            return from_json(unexpected)
        case {"unexpected": kind}:
            return Unexpected(_text(kind))
        case {"float": str(text)}:
            return float(text)
        case {"array": [list(shape), list(entries)]}:
            return PlainArray(tuple(shape), tuple(map(_read, entries)))
        case {"int": str(text)}:
            return int(text, 16)
    return data


# In words


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
    if isinstance(value, int) or value is None:
        return str(value)
    if isinstance(value, str):
        return value or say("the empty text")
    if isinstance(value, float):
        short = repr(value) if digits > 16 else f"{value:.{digits}g}"
        return short if any(mark in short for mark in ".en") else f"{short}.0"
    if isinstance(value, (list, tuple)):
        spelled = spelled or isinstance(value, Table)
        inside = ", ".join(show(item, digits, spelled) for item in value)
        if isinstance(value, (PlainTuple, tuple)):
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        return f"[{inside}]" if spelled or len(value) == 1 else f"({inside})"
    return ", ".join(f"{key} {show(item, digits, spelled)}" for key, item in value.items())
