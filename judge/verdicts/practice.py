# SPDX-License-Identifier: MIT
"""What is said of an answer to a question with new numbers, for practice: no points, and help in steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.asking.fresh import WithNumbers, Wrong
from judge.asking.fresh import options as choices
from judge.run.answers import Answer, same
from judge.run.messages import Sentence, sentence
from judge.verdicts.card import ASKED, EXPECTED, Part, in_steps
from judge.verdicts.catalogue import Misconception, misconceptions
from judge.verdicts.naming import MOST_NAMES
from judge.verdicts.relations import is_rounded
from judge.verdicts.verdict import CORRECT, NOT_YET, Name, Question, Verdict
from judge.verdicts.wording.explained import explained, filled
from judge.verdicts.wording.given import misfit
from judge.verdicts.wording.values import in_words, phrase_for


@dataclass(frozen=True)
class Judged:
    """What an answer is, and what a learner reads of it."""

    verdict: Verdict
    # The card once for each step of help, the last with what to think of. One alone where the answer is right, or is
    # written in a way that can't be right.
    steps: tuple[tuple[Part, ...], ...]

    @property
    def is_try(self) -> bool:
        """Whether the answer is a wrong one, after which more help is due."""
        return self.verdict.outcome == NOT_YET and not self.verdict.misfit


def asked(question: WithNumbers) -> tuple[Part, ...]:
    """Return the card of a question that nobody has answered."""
    return (Part.of(ASKED, filled(question.fresh.ask, question.inputs)),)


def judge(question: WithNumbers, exercise: str, said: Any) -> Judged:
    """Return what is said of an answer to a question of an exercise."""
    given, probe = question.answer(said), question.fresh.probe
    if same(given, question.right):
        value = in_words(question.right, phrase_for(probe, question.right, question.right, given))
        card = (*asked(question), Part.of(EXPECTED, _and_why(value, filled(probe.because, question.inputs))))
        return Judged(Verdict(probe.check, CORRECT), (card,))
    known = {entry.id: entry for entry in misconceptions(exercise)}
    named = _named(question, given, known)
    misspelt = None if named else misfit(probe, question.right, given)
    verdict = Verdict(
        probe.check,
        NOT_YET,
        question=Question(probe.name, dict(question.inputs)),
        given=given,
        misconceptions=tuple(entry.id for entry in named),
        names=tuple(Name(entry.title, entry.exercise) for entry in named),
        section=_section(question, known),
        misfit=misspelt is not None,
    )
    card = explained(verdict, probe, question.right, named, misspelt)
    steps = [tuple(step) for step in in_steps(card)]
    # Where a mistake has no name, the second step says nothing more than the first.
    steps = [step for place, step in enumerate(steps) if step not in steps[:place]]
    return Judged(verdict, tuple(steps) or (card,))


def _and_why(value: Any, reason: Sentence) -> Sentence:
    return sentence("{value}: {reason}.", value=value, reason=reason)


def _named(question: WithNumbers, given: Answer, known: dict[str, Misconception]) -> Sequence[Misconception]:
    """Return the mistakes that give an answer, or a number with more digits; none where there are too many."""
    found = {one.mistake: one for one, answer in question.wrong if same(given, answer)}
    found = found or {one.mistake: one for one, answer in question.wrong if is_rounded(given, answer)}
    entries = [known[name] if one.why is None else replace(known[name], verdict=one.why) for name, one in found.items()]
    return entries if len(entries) <= MOST_NAMES else []


def _section(question: WithNumbers, known: dict[str, Misconception]) -> str:
    """Return what to read where an answer has no name: what most mistakes of the question send to."""
    sections = [known[one.mistake].section for one, _ in question.wrong]
    return max(sections, key=sections.count, default="")


def options(question: WithNumbers) -> tuple[tuple[str, Wrong | None], ...]:
    """Return up to four answers to a question to choose from, as texts, each with its mistake, if it is one."""
    return choices(question, lambda answer: _text(question, answer))


def right_because(question: WithNumbers) -> str:
    """Return the right answer, and in one sentence why it is right."""
    return _and_why(_text(question, question.right), filled(question.fresh.because, question.inputs)).message().text()


def thought(wrong: Wrong, exercise: str) -> str:
    """Return the sentence that names the mistake of an answer: as the catalogue does, or the question."""
    titles = {entry.id: entry.title for entry in misconceptions(exercise)}
    text = titles.get(wrong.mistake) or wrong.why or ""
    return Sentence.quoting(text).message().text()


def _text(question: WithNumbers, answer: Answer) -> str:
    words = in_words(answer, phrase_for(question.fresh.probe, question.right, question.right, answer))
    # Among answers to choose from, 6.0 beside 7 would say which was computed how.
    return sentence("{value}", value=words).message().text().removesuffix(".0")
