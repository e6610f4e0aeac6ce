# SPDX-License-Identifier: MIT
"""What is taken for a plain number or a plain text, whatever kind of number or text a learner chose.

An answer is compared by exact types, so that no object of a learner's can pose as a right one. These functions let
honest kinds through: what a :class:`~fractions.Fraction` is worth, and the text that a subclass of ``str`` holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exercises.shared.graphs import parents_of
from judge.run.answers import PlainValue, number_of, plain_answer, same, show


def each(function: Callable[[Any], Any], values: Any) -> Any:
    """Return what a function makes of each value in a collection, as a list.

    A dictionary and a text stay as they are: the one is no list of its keys, the other none of its letters.
    """
    return values if isinstance(values, (Mapping, str)) else [function(value) for value in values]


def numbers_of(values: Any) -> Any:
    """Return a list of values, each as :func:`number_of` does; a dictionary and a text as they are."""
    return each(number_of, values)


def data_of(out: Any) -> Any:
    """Return the data of an operation's result, as :func:`number_of` does.

    Raises:
        AttributeError: The result has no ``data``; a plain number gets another message than a node without it.
    """
    if type(out) in (bool, int, float):
        raise AttributeError("the result is a plain number, which has no `data`")
    return number_of(out.data)


def nodes_or_numbers(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of a node's distinct parents; plain numbers among them are called that."""
    numbers = [parent for parent in out._prev if type(number_of(parent)) in (bool, int, float)]
    if not numbers:
        return parents_of(out, known)
    called = "a plain number" if len(numbers) == 1 else "plain numbers"
    return sorted({called, *(name for name, node in known.items() if any(parent is node for parent in out._prev))})


def text_of(value: Any) -> Any:
    """Return the text that a ``str`` holds, also one of a subclass such as ``StrEnum``, and everything else as it is.

    The text is read from the object itself: no method of a subclass is asked for it.
    """
    return str.__str__(value) if issubclass(type(value), str) else value


def as_written(value: Any) -> str:
    """Return what a learner wrote as Python writes it: a text in quotes, a dictionary in braces; else its type."""
    answer = plain_answer(text_of(value))
    known = answer.value if isinstance(answer, PlainValue) else answer
    return repr(known) if isinstance(known, str) else show(known, own=True)


def unless_shared(answer: Any, right: Any, *others: Any) -> Any:
    """Return an answer, or the right one where the answer is one of the others.

    A question that holds a learner's answer against others of the same learner's asks for the difference alone: what
    is wrong with all of them is paid in another check.
    """
    given = plain_answer(answer)
    return right if any(same(given, plain_answer(other)) for other in others) else answer
