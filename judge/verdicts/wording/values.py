# SPDX-License-Identifier: MIT
"""Put the answers of a question into words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from judge.asking.probe import Probe
from judge.run.answers import NOT_PLAIN, Answer, PlainValue, Raised, Several, Unexpected, exactly, show
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
    usual = _of_anything(probe.phrase or show)
    are_plain = isinstance(right, PlainValue) and isinstance(given, PlainValue)
    in_full = are_plain and usual(right.value) == usual(given.value)
    if probe.phrase is not None and not in_full:
        return str if probe.phrase is str else usual
    wanted = expected.value if isinstance(expected, PlainValue) else None
    if isinstance(wanted, str) and wanted and not re.search(r"\w", wanted):
        # A sign such as + would be read as a part of the sentence.
        return lambda value: repr(value) if isinstance(value, str) else show(value)
    # Both come out of the same question: a list where it gives none is the learner's own, and is shown as one.
    other = isinstance(given, PlainValue) and type(given.value) is not type(wanted)
    return partial(exactly if in_full else show, spelled=other)


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
    if isinstance(value, dict) and isinstance(words, str):
        words = tuple(_entry(name, phrase(one)) for name, one in value.items())
    elif phrase is str or (isinstance(words, str) and " " in words):
        words = sentence("{words:answer}", words=brief(words))
    text = sentence("{words}", words=words).message().text()
    if re.fullmatch(r"[A-Za-z]\d?", text):  # The name of a node, `a`, would be read as a word.
        return sentence("`{name}`", name=text)
    return words if len(text) <= LONGEST else brief(text)


def _entry(name: Any, words: Argument) -> Sentence:
    if isinstance(words, str):
        return sentence("{name:answer} {value:answer}", name=name, value=words)
    return sentence("{name:answer} {value}", name=name, value=words)
