# SPDX-License-Identifier: MIT
"""What the mistake is called, which lines showed it, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.asking.probe import Probe, probes_of
from judge.run.answers import PlainValue, Raised, Unending
from judge.run.messages import Sentence, sentence
from judge.run.words import template
from judge.verdicts.card import EITHER, EMPTY, LIKELY, MADE_BY, MISTAKE, OR, RAN_LAST, READ, REPEATED, Part
from judge.verdicts.catalogue import Misconception
from judge.verdicts.verdict import Verdict
from judge.verdicts.wording.given import line_of, type_name

# How many of the questions that are left are listed.
MOST_QUESTIONS = 3
# A call of a list's method that is not for what it gives back.
_IN_PLACE = re.compile(r"\.(append|clear|extend|insert|remove|reverse|sort)\([^()]*\)$")


def mistakes(verdict: Verdict, named: Sequence[Misconception], vague: bool, *, is_seen: bool = False) -> Iterator[Part]:
    """Yield what the mistake is called and why it is one, or that it has no name.

    Where it ``is_seen`` what is wrong with the answer, such as the kind of its numbers, that has been said.
    """
    culprit = () if named and not verdict.in_general else tuple(_culprit(verdict, named))
    for place, entry in enumerate(named):
        said = (sentence("{mistake}.", mistake=Sentence.quoting(entry.title)),)
        said += (Sentence.quoting(entry.verdict),) if entry.verdict else ()
        likely = not verdict.in_general and (vague or verdict.expected is None)
        label = (OR if place else EITHER) if len(named) > 1 else LIKELY if likely else MISTAKE
        kind = sentence("{mistake}.", mistake=Sentence.quoting(entry.kind)) if entry.kind else None
        yield Part(label, (*said, *(culprit if not place else ())), kind)
    if not named and culprit:
        yield Part(MISTAKE, culprit)
    elif not named and not is_seen and verdict.unknown and _is_drawn(verdict.check):
        yield Part.of(
            MISTAKE, sentence("We can't name it. Of the questions asked, this is the smallest that shows it.")
        )


def to_read(verdict: Verdict, named: Sequence[Misconception]) -> Iterator[Part]:
    """Yield which section to read again: the one of the mistake, of the first of several."""
    section = next((entry.section for entry in named if entry.section), verdict.section)
    if section:
        yield Part.of(READ, sentence("{section:section}", section=section))


def _is_drawn(check: str) -> bool:
    """Tell whether all inputs of a check are drawn; where settings are tried, the answer says what is in the way."""
    return all(probe.reveal and probe.judged is None for probe in probes_of(check))


def _culprit(verdict: Verdict, named: Sequence[Misconception]) -> Iterator[Sentence]:
    """Yield what in the learner's line is None, or of another type that does not fit."""
    error = verdict.given if isinstance(verdict.given, Raised) else None
    culprit = error.culprit if error else None
    if culprit is None:
        is_none = isinstance(verdict.given, PlainValue) and verdict.given.value is None and not named
        if is_none or (error and "'NoneType'" in error.text):
            yield sentence("Is a `return` missing, or was None stored?")
    elif culprit.kind == "NoneType":
        if (method := _IN_PLACE.search(culprit.code)) is not None:
            text = template("`{code}` is None there: `{name}` changes a list and gives nothing back.")
            yield Sentence(text, {"code": culprit.code, "name": method[1]})
        else:
            yield sentence("`{code}` is None there: is a `return` missing, or was None stored?", code=culprit.code)
    else:
        text = template("`{code}` is of type {kind} there.")
        if culprit.shadows:
            text = template(
                "`{code}` is of type {kind} there: it has the name of Python's own `{code}`. Give it another."
            )
        yield Sentence(text, {"code": culprit.code, "kind": type_name(culprit.kind)})


def last_lines(verdict: Verdict, *, makes_it: bool = False) -> Iterator[Part]:
    """Yield which of the learner's lines ran last for the question, or again and again, or what ``makes_it`` so."""
    if verdict.lines:
        is_stopped = isinstance(verdict.given, Unending) and verdict.given.repeats_lines
        is_maker = makes_it and len(verdict.lines) == 1
        label = REPEATED if is_stopped else MADE_BY if is_maker else RAN_LAST
        yield Part(label, tuple(map(line_of, verdict.lines)))


def still_empty(verdict: Verdict, asked: Probe, empty: Sequence[str]) -> Iterator[Part]:
    """Yield which questions on paper are not answered yet, but for the one that the verdict is about."""
    probes = [probe for probe in probes_of(verdict.check) if probe.name in empty and probe is not asked]
    if not probes:
        return
    listed = tuple(Sentence(probe.ask, {}) for probe in probes[:MOST_QUESTIONS])
    left = len(probes) - MOST_QUESTIONS
    if left > 0:
        yield Part.of(EMPTY, sentence("{questions}, and {count} more", questions=listed, count=left))
    else:
        yield Part.of(EMPTY, sentence("{questions}", questions=listed))
