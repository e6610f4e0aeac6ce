# SPDX-License-Identifier: MIT
"""Sentences about an answer that is still a stub, or empty."""

from __future__ import annotations

import re

from judge.notebooks import stubs
from judge.run.answers import Answer, NotAttempted
from judge.run.messages import Argument, Sentence, sentence
from judge.run.words import template

# What an answer cell that was left as released says of itself.
EMPTY = template("the answer is still empty")
EMPTY_ENTRY = re.compile(r'the entry "([^"]*)" is still empty')


def of_stub(text: str) -> Argument:
    """Return what a stub or an empty answer says of itself as a sentence; a text of the learner's own as it is."""
    text = text.rstrip(".")
    if text == EMPTY:
        return Sentence(EMPTY)
    if number := stubs.exercise_of(text):
        return sentence("Exercise {number} is not written yet", number=number)
    entry = EMPTY_ENTRY.fullmatch(text)
    return sentence('the entry "{key}" is still empty', key=entry[1]) if entry else text


def not_attempted(given: Answer | None) -> Sentence:
    """Return the sentence about an answer that is still a stub."""
    stub = given if isinstance(given, NotAttempted) else NotAttempted("")
    text = of_stub(stub.text)
    if text and stub.stub:
        return sentence("Not attempted: {text} (`{name}` holds its stub).", text=text, name=stub.stub)
    if stub.stub:
        return sentence("Not attempted: `{name}` still holds its stub.", name=stub.stub)
    if text:
        return sentence("Not attempted: {text}.", text=text)
    return sentence("Not attempted: the cell still holds its stub.")
