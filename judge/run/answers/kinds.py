# SPDX-License-Identifier: MIT
"""The kinds of answers, and plain values in words.

An answer is a value of plain data, an exception, no end, a missing name, no attempt, or anything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.run.bounded import A_LONG_WAIT
from judge.run.words import say, template

# How many of the learner's own lines are reported at most.
MOST_LINES = 5


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
        return show(self, own=True)


class Table(list[Any]):
    """A list of a question's that stands in for an array: it is shown in square brackets, which tell its shape."""


@dataclass(frozen=True)
class PlainArray:
    """A copied array: its shape, and its entries row by row."""

    shape: tuple[int, ...]
    entries: tuple[float, ...]

    def __repr__(self) -> str:
        return show(self)

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

    @property
    def repeats_lines(self) -> bool:
        """Whether it was stopped for its many lines or calls, and not for the time that it took."""
        return self.after != A_LONG_WAIT


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

    def __repr__(self) -> str:
        return show(self)


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


# In words, as a learner reads them

# Texts that would be read as another value where they stand without quotes.
_LIKE_A_VALUE = re.compile(
    r"""
      \W*                               # no letter and no digit: nothing at all, or signs alone
    | \s.* | .*\s                       # a blank at one of its ends, which nobody would see
    | [-+]? (?: \d+ (?: [.,]\d* )?      # a number, with a point or a comma: 3, -2.5, 2,
              | [.,]\d+ )               #     or .5,
            (?: [eE][-+]?\d+ )? %?      #     perhaps with an exponent, or a sign for percent: 1e-3, 50%
    | [-+]? (?: nan | inf )
    | None | True | False
    | \[.*\] | \{.*\}                   # a list, or a dictionary
    | \( [^a-zA-Z]* \)                  # a tuple of numbers, and no words in parentheses
    """,
    re.DOTALL | re.VERBOSE,
)


def is_like_a_value(text: str) -> bool:
    """Tell whether a text would be taken for another value, or not be seen, if it stood without quotes."""
    return _LIKE_A_VALUE.fullmatch(text) is not None


def exactly(value: Any, spelled: bool = False, own: bool = False) -> str:
    """Return a plain value as :func:`show` does, with every digit of its floats."""
    return show(value, digits=17, spelled=spelled, own=own)


def show(value: Any, digits: int = 6, spelled: bool = False, own: bool = False) -> str:
    """Return a plain value as a learner reads it: floats to ``digits`` significant digits, no braces.

    A list that is ``spelled`` stands in square brackets, as Python writes it. Otherwise several numbers stand in round
    ones, whether a question gathered them in a list or in a tuple. What is ``own``, and no question's, is written as
    Python writes all of it: texts inside others stand in quotes, and entries in braces.
    """
    if isinstance(value, Unexpected):
        return say(NOT_PLAIN[value.why], kind=value.kind, amount=value.amount)
    if isinstance(value, PlainArray):
        return show(value.nested(), digits, spelled=True)
    if isinstance(value, (list, tuple)):
        spelled = spelled or isinstance(value, Table)
        return _in_brackets(value, [_inside(item, digits, spelled, own) for item in value], spelled or own)
    if isinstance(value, dict):
        return _in_braces({key: _inside(item, digits, spelled, own) for key, item in value.items()}, own)
    if isinstance(value, float):
        return _of_float(value, digits)
    if isinstance(value, str):
        return value or say("the empty text")
    if isinstance(value, int) or value is None:
        return str(value)
    return say(NOT_PLAIN[""], kind=type(value).__name__)


def _inside(item: Any, digits: int, spelled: bool, own: bool) -> str:
    """Return what stands inside another value."""
    is_quoted = isinstance(item, str) and (own or is_like_a_value(item))
    return repr(item) if is_quoted else show(item, digits, spelled, own)


def _in_brackets(value: Sequence[Any], items: Sequence[str], spelled: bool) -> str:
    inside = ", ".join(items)
    if isinstance(value, (PlainTuple, tuple)):
        return f"({inside},)" if len(items) == 1 else f"({inside})"
    return f"[{inside}]" if spelled or len(items) == 1 else f"({inside})"


def _in_braces(items: Mapping[str, str], own: bool) -> str:
    if own:
        return f"{{{', '.join(f'{key!r}: {item}' for key, item in items.items())}}}"
    return ", ".join(f"{key} {item}" for key, item in items.items())


def _of_float(value: float, digits: int) -> str:
    short = repr(value) if digits > 16 else f"{value:.{digits}g}"
    return short if any(mark in short for mark in ".en") else f"{short}.0"
