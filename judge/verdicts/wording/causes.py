# SPDX-License-Identifier: MIT
"""What the mistake is called, which lines showed it, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.asking.probe import Probe, probes_of
from judge.run.answers import PlainValue, Raised
from judge.run.messages import Sentence, sentence
from judge.run.words import template
from judge.verdicts.catalogue import Misconception
from judge.verdicts.verdict import Verdict
from judge.verdicts.wording.given import type_name

# How many of the questions that are left are listed.
MOST_QUESTIONS = 3


def names(
    verdict: Verdict, named: Sequence[Misconception], vague: bool, *, is_seen: bool = False
) -> Iterator[Sentence]:
    """Yield what the mistake is called, and where to read; or that it has no name.

    Where it ``is_seen`` what is wrong with the answer, such as the kind of its numbers, that has been said.
    """
    if not named or verdict.in_general:
        yield from _culprit(verdict, named)
    if not named and not is_seen and verdict.unknown and _is_drawn(verdict.check):
        yield sentence("We can't name this mistake. Of the questions asked, this is the smallest that shows it.")
    if len(named) > 1:
        yield sentence("This answer fits more than one mistake.")
    for place, entry in enumerate(named):
        is_first_of_several = len(named) > 1 and place == 0
        title = Sentence.quoting(entry.title)
        if verdict.in_general or is_first_of_several:
            yield sentence("{mistake}.", mistake=title)
        elif place:
            yield sentence("Or: {mistake}.", mistake=title)
        else:
            yield _one_name(title, is_likely=vague or verdict.expected is None)
        if entry.verdict:
            yield Sentence.quoting(entry.verdict)
        if entry.section:
            yield sentence("See {section:section}.", section=entry.section)
    if verdict.section and not any(entry.section for entry in named):
        yield sentence("See {section:section}.", section=verdict.section)


def _is_drawn(check: str) -> bool:
    """Tell whether all inputs of a check are drawn; where settings are tried, the answer says what is in the way."""
    return all(probe.reveal and probe.judged is None for probe in probes_of(check))


def _one_name(title: Sentence, is_likely: bool) -> Sentence:
    """Return what the one mistake is called.

    It is only likely where a number was found on paper, which can come about in many ways, and where an answer says
    little.
    """
    if is_likely:
        return sentence("A likely cause: {mistake}.", mistake=title)
    return sentence("One mistake gives exactly this: {mistake}.", mistake=title)


def _culprit(verdict: Verdict, named: Sequence[Misconception]) -> Iterator[Sentence]:
    """Yield what in the learner's line is None, or of another type that does not fit."""
    error = verdict.given if isinstance(verdict.given, Raised) else None
    culprit = error.culprit if error else None
    if culprit is None:
        is_none = isinstance(verdict.given, PlainValue) and verdict.given.value is None and not named
        if is_none or (error and "'NoneType'" in error.text):
            yield sentence("Is a `return` missing, or was None stored?")
    elif culprit.kind == "NoneType":
        yield sentence("`{code}` is None there: is a `return` missing, or was None stored?", code=culprit.code)
    else:
        text = template("`{code}` is of type {kind} there.")
        if culprit.shadows:
            text = template(
                "`{code}` is of type {kind} there: it has the name of Python's own `{code}`. Give it another."
            )
        yield Sentence(text, {"code": culprit.code, "kind": type_name(culprit.kind)})


def last_lines(verdict: Verdict, *, makes_it: bool = False) -> Iterator[Sentence]:
    """Yield which of the learner's lines ran last for the question, or the one that ``makes_it`` what it is."""
    if len(verdict.lines) == 1 and makes_it:
        yield sentence("This line of yours makes it so.")
    elif len(verdict.lines) == 1:
        yield sentence("This line of yours ran last for it.")
    elif verdict.lines:
        yield sentence("These lines of yours ran last for it.")
    for line in verdict.lines:
        if line.function:
            yield sentence("Line {line}, in `{function}`: `{code}`.", **vars(line))
        else:
            yield sentence("Line {line}: `{code}`.", line=line.line, code=line.code)


def still_empty(verdict: Verdict, asked: Probe, empty: Sequence[str]) -> Iterator[Sentence]:
    """Yield which questions on paper are not answered yet, but for the one that the verdict is about."""
    probes = [probe for probe in probes_of(verdict.check) if probe.name in empty and probe is not asked]
    if not probes:
        return
    listed = tuple(Sentence(probe.ask, {}) for probe in probes[:MOST_QUESTIONS])
    left = len(probes) - MOST_QUESTIONS
    if left > 0:
        yield sentence("Not answered yet: {questions}, and {count} more.", questions=listed, count=left)
    else:
        yield sentence("Not answered yet: {questions}.", questions=listed)
