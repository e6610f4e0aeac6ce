# SPDX-License-Identifier: MIT
"""The card of a wrong answer, in its order: what was asked, expected and given, and what the mistake is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.asking.probe import Probe
from judge.run.answers import Answer, Missing, NotAttempted, Raised, kind_of_entries, show, unexpected_in
from judge.run.messages import ROWS, Argument, Sentence, fields, sentence
from judge.run.words import template
from judge.verdicts import arrays
from judge.verdicts.card import ASKED, COMPARE, EXPECTED, GAVE, REMEMBER, WHERE, Part
from judge.verdicts.catalogue import Misconception
from judge.verdicts.excerpts import excerpts_of
from judge.verdicts.verdict import Verdict
from judge.verdicts.wording.causes import last_lines, mistakes, still_empty, to_read
from judge.verdicts.wording.given import given_answer, text_made, where_it_stopped
from judge.verdicts.wording.values import in_words, phrase_for

RIGHT = template("{value}: {reason}.")


def explained(
    verdict: Verdict,
    probe: Probe,
    right: Answer,
    named: Sequence[Misconception],
    misspelt: Sentence | None = None,
    *,
    empty: Sequence[str] = (),
    vague: bool = False,
) -> tuple[Part, ...]:
    """Return what a learner reads of a wrong answer, by the verdict, which has no card yet.

    The ``right`` answer is not said where the learner has to find it. ``misspelt`` is what :func:`misfit` says, and
    ``empty`` names the questions on paper that are not answered yet, where another of the check is. A ``vague`` verdict
    names one cause of several: the answers are such as many programs give.
    """
    inputs = verdict.question.inputs if verdict.question else {}
    reason = filled(probe.because, inputs)
    differs = [Part.of(GAVE, misspelt)] if misspelt else list(_difference(verdict, probe, right, reason))
    text = text_made(probe, right, verdict.given)
    is_seen = bool(text or unexpected_in(verdict.given)) or any(arrays.says_what_is_wrong(part) for part in differs)
    return (
        Part.of(ASKED, filled(probe.ask, inputs)),
        *differs,
        *where_it_stopped(verdict.given),
        *mistakes(verdict, named, vague, is_seen=is_seen),
        *last_lines(verdict, makes_it=bool(text or kind_of_entries(verdict.given))),
        *still_empty(verdict, probe, empty),
        *to_read(verdict, named),
    )


def _difference(verdict: Verdict, probe: Probe, right: Answer, reason: Sentence) -> Iterator[Part]:
    """Yield what was expected, and what came."""
    given = verdict.given
    phrase = phrase_for(probe, right, verdict.expected, given)
    if isinstance(given, Missing):
        text = template("`{name}` is not defined. Run its cell, and look how the name is spelt there.")
        yield Part.of(WHERE, Sentence(text, {"name": given.name}))
    elif isinstance(given, NotAttempted) and not probe.reveal:
        yield Part.of(GAVE, sentence("nothing yet"))
    elif verdict.expected is None:
        yield from given_answer(given, phrase)
        yield Part.of(REMEMBER, sentence("{reason}.", reason=reason))
    elif isinstance(right, Raised):
        yield Part.of(EXPECTED, sentence("an error, {kind}: {reason}.", kind=right.kind, reason=reason))
        yield from given_answer(given, phrase)
    elif differs := list(arrays.difference(right, given, reason, phrase, probe.ask)):
        yield from differs
    elif probe.phrase is None and (excerpts := excerpts_of(right, given, phrase)):
        wanted, got, place = excerpts
        yield Part.of(EXPECTED, Sentence(RIGHT, {"value": wanted, "reason": reason}))
        yield Part.of(GAVE, sentence("{value}", value=got))
        if place:
            text = template("The first difference is at entry {place} of {count}.")
            yield Part.of(COMPARE, Sentence(text, {"place": place, "count": len(right.value)}))
    else:
        yield Part.of(EXPECTED, Sentence(RIGHT, {"value": in_words(right, phrase), "reason": reason}))
        yield from given_answer(given, phrase)


def filled(text: str, inputs: Mapping[str, Any]) -> Sentence:
    """Return an author's template with those of a question's inputs that it names."""
    # An expression's words are an author's, with code in them; every other input is a number or a list of numbers.
    return Sentence(text, {name: _said(inputs[name], kind) for name, kind in fields(text).items()})


def _said(value: Any, kind: str) -> Argument:
    if kind == ROWS:  # The columns of a table, such as inputs and what belongs to each.
        return tuple(", ".join(show(one, spelled=True) for one in row) for row in zip(*value, strict=True))
    return Sentence.quoting(value) if isinstance(value, str) else show(value)
