# SPDX-License-Identifier: MIT
"""The kinds of answers: a value of plain data, an exception, no end, a missing name, no attempt, anything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judge.run.words import template

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
