# SPDX-License-Identifier: MIT
"""Put the answers of a question into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from judge.asking.probe import Probe
from judge.run.answers import (
    NOT_PLAIN,
    Answer,
    PlainArray,
    PlainValue,
    Raised,
    Several,
    Unexpected,
    exactly,
    is_like_a_value,
    same,
    show,
)
from judge.run.messages import Argument, Sentence, is_argument, sentence
from judge.verdicts.excerpts import LONGEST, brief

# Puts a plain value into words.
Phrase = Callable[[Any], Argument]


def phrase_for(probe: Probe, right: Answer, expected: Answer | None, given: Answer | None) -> Phrase:
    """Return how both answers are shown: to six digits, unless that hides their difference.

    Args:
        probe: The question.
        right: The right answer.
        expected: The right answer where the verdict says it, else None.
        given: What was answered.
    """
    usual = _of_anything(in_own_words if probe.phrase is str else probe.phrase or show)
    are_plain = isinstance(right, PlainValue) and isinstance(given, PlainValue)
    parts = _plain_parts(right), _plain_parts(given)
    in_full = _hides_a_difference(*(parts if not are_plain else (right.value, given.value)), usual)
    if probe.phrase is not None and not in_full:
        return in_own_words if probe.phrase is str else usual
    wanted = expected.value if isinstance(expected, PlainValue) else None
    came = given.value if isinstance(given, PlainValue) else None
    if any(isinstance(text, str) and _is_quoted(text, right) for text in (wanted, came)):
        return lambda value: repr(value) if isinstance(value, str) else show(value)
    # Both come out of the same question: a list where it gives none is the learner's own, and is shown as one.
    spelled, own = type(came) is not type(wanted), _is_own(came, right)
    return partial(exactly if in_full else show, spelled=are_plain and spelled, own=own)


def _plain_parts(answer: Answer | None) -> list[Any]:
    """Return the values of the parts of an answer, None for each that has none."""
    several = answer.answers if isinstance(answer, Several) else ()
    return [part.value if isinstance(part, PlainValue) else None for part in several]


def in_own_words(value: Any) -> str:
    """Return the answer to a question that answers in words; what is none of these is shown as Python writes it."""
    return value if isinstance(value, str) else show(value, own=True)


def _is_quoted(text: str, right: Answer) -> bool:
    """Tell whether a text would be read as a part of the sentence, as a sign such as + would, or not be seen.

    Where the right answer is no text, one that looks like a number or a list is the learner's own.
    """
    is_text = isinstance(right, PlainValue) and isinstance(right.value, str)
    is_sign = not re.search(r"\w", text) or text != text.strip()
    return is_sign or (not is_text and is_like_a_value(text))


def _is_own(came: Any, right: Answer) -> bool:
    """Tell whether a container is the learner's own: no question gathers texts or entries where it gives none.

    What a question says in place of a number may be a dictionary of words, which read as a sentence does.
    """
    wanted = right.value if isinstance(right, PlainValue) else None
    if isinstance(came, dict):
        return not isinstance(wanted, dict) and not any(" " in key for key in came)
    return isinstance(came, list) and _holds(str, came) and not _holds(str, wanted)


def _holds(kind: type, value: Any) -> bool:
    """Tell whether a plain value is of a type, or has a part that is."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, kind) or any(_holds(kind, part) for part in parts)


def _hides_a_difference(right: Any, given: Any, shown: Phrase) -> bool:
    """Tell whether two values differ in a part that is shown alike; of those that differ, the first counts."""
    if isinstance(right, PlainArray) and isinstance(given, PlainArray):
        right, given = list(right.entries), list(given.entries)
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(right, list) and isinstance(given, list):
        pairs = zip(right, given, strict=False)
    elif isinstance(right, dict) and isinstance(given, dict):
        pairs = [(part, given[key]) for key, part in right.items() if key in given]
    inside = any(_hides_a_difference(*pair, show) for pair in pairs if not same(*pair))
    return inside or (not same(right, given) and shown(right) == shown(given))


def _of_anything(phrase: Phrase) -> Phrase:
    """Return a phrase that shows as :func:`show` does what its author did not think of: anything may be answered."""

    def told(value: Any) -> Argument:
        try:
            words = phrase(value)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError):
            return show(value)
        return words if is_argument(words) else show(value)

    return told


def in_words(answer: Answer, phrase: Phrase) -> Argument:
    """Return an answer in words that can stand in a sentence, cut off where it is long."""
    if isinstance(answer, PlainValue):
        return _plain(answer.value, phrase)
    if isinstance(answer, Several):
        return tuple(in_words(each, phrase) for each in answer.answers)
    if isinstance(answer, Unexpected):
        return Sentence(NOT_PLAIN[answer.why], {"kind": answer.kind, "amount": answer.amount})
    return answer.kind if isinstance(answer, Raised) else type(answer).__name__


def _plain(value: Any, phrase: Phrase) -> Argument:
    words = phrase(value)
    if isinstance(value, dict) and isinstance(words, str) and not words.startswith("{"):  # A learner's own has braces.
        words = tuple(_entry(name, phrase(one)) for name, one in value.items())
    elif phrase is in_own_words or (isinstance(words, str) and " " in words):
        words = sentence("{words:answer}", words=brief(words))
    text = sentence("{words}", words=words).message().text()
    if re.fullmatch(r"[A-Za-z]\d?", text):  # The name of a node, `a`, would be read as a word.
        return sentence("`{name}`", name=text)
    return words if len(text) <= LONGEST else brief(text)


def _entry(name: Any, words: Argument) -> Sentence:
    if isinstance(words, str):
        return sentence("{name:answer} {value:answer}", name=name, value=words)
    return sentence("{name:answer} {value}", name=name, value=words)
