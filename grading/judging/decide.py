# SPDX-License-Identifier: MIT
"""Decide what a check's answers are worth: compare them with the reference's and with every catalogued mistake's."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from grading.exercises.shared.probe import Probe
from grading.judging.ask import answer_to, ask, questions
from grading.judging.catalogue import Misconception, suspects
from grading.judging.pictures import picture
from grading.judging.verdict import CORRECT, NO_CHOICE, NO_LIST, NO_NUMBER, NOT_ATTEMPTED, NOT_YET, Question, Verdict
from grading.notebooks import course, reference
from grading.run.answers import Answer, NotAttempted, PlainValue, Raised, same, show

__all__ = ["decide", "is_correct"]

# Errors whose text depends on where they happen: on the call with which the stack is full.
TEXT_VARIES = ("RecursionError", "MemoryError")

# Gives the answers to another check of the same day, asked with the same seed.
Ask = Callable[[str], list[Answer]]


def decide(check: str, answers: list[Answer], seed: int, more: Ask | None = None) -> Verdict:
    """Return the verdict on a check's answers.

    Args:
        check: The grade_id of the grade cell.
        answers: What :func:`grading.judging.ask.ask` returned for it.
        seed: The seed it was asked with.
        more: Gives the answers to another check of the same day, asked with the same seed. A mistake that would
            fail there is ruled out where the answers are right; where two are left, those checks tell them apart.

    Returns:
        The verdict. A mistake is named only if it answers alike on every question of the check, and no other check
        rules it out. Answers found on paper stand each for itself: there, one that is alike is enough.
    """
    expected, posed = _expected(check, seed), questions(check, seed)
    wrong = [
        place for place in range(len(posed)) if not (place < len(answers) and same(expected[place], answers[place]))
    ]
    if not wrong and len(answers) == len(posed):
        return Verdict(check, CORRECT)
    first = next((place for place in wrong if not isinstance(answers[place], NotAttempted)), None)
    if first is None:
        return Verdict(check, NOT_ATTEMPTED, seed, given=answers[wrong[0]])
    probe, inputs = posed[first]
    named = _named(check, answers, seed, more)
    if not named and not probe.reveal:
        named = _ways_to(check, answers, first, seed)
    inputs, right, given = _narrowed(probe, inputs, expected[first], answers[first])
    return Verdict(
        check,
        NOT_YET,
        seed,
        Question(probe.name, inputs),
        expected=right if probe.reveal else None,
        given=given,
        misconceptions=tuple(entry.id for entry in named),
        section=named[0].section if named else "",
        misfit=_misfit(probe, right, given),
        in_full=_alike_in_words(probe, right, given),
        graph=picture(probe, inputs, right, given),
    )


def is_correct(check: str, answers: list[Answer], seed: int) -> bool:
    """Tell whether all answers to a check are right."""
    expected = _expected(check, seed)
    return len(answers) == len(expected) and all(same(*pair) for pair in zip(expected, answers, strict=True))


def _expected(check: str, seed: int) -> tuple[Answer, ...]:
    return _expected_of(check, seed, _stamp(check))


@lru_cache(maxsize=4096)
def _expected_of(check: str, seed: int, stamp: int) -> tuple[Answer, ...]:
    return tuple(ask(check, reference.load(check), seed))


def _stamp(check: str) -> int:
    """Return when the day's master was last changed: what is kept of it holds so long."""
    return course.day(check).master.stat().st_mtime_ns


def _narrowed(
    probe: Probe, inputs: dict[str, Any], right: Answer, given: Answer
) -> tuple[dict[str, Any], Answer, Answer]:
    return probe.shrink(inputs, right, given) if probe.shrink is not None else (inputs, right, given)


def _misfit(probe: Probe, right: Answer, given: Answer) -> str:
    """Return how an answer is written so that it can't be right; "" where it may be."""
    if not (isinstance(given, PlainValue) and isinstance(given.value, str)):
        return ""
    wanted = right.value if isinstance(right, PlainValue) else None
    if isinstance(wanted, list) and not probe.reveal:
        return NO_LIST
    if probe.choices and given.value not in probe.choices:
        return NO_CHOICE
    return NO_NUMBER if isinstance(wanted, (int, float)) and not isinstance(wanted, bool) else ""


def _alike_in_words(probe: Probe, right: Answer, given: Answer) -> bool:
    """Tell whether two answers are told alike: to six digits they are, and the difference is what matters."""
    if not (isinstance(right, PlainValue) and isinstance(given, PlainValue)):
        return False
    phrase = probe.phrase or show
    return phrase(right.value) == phrase(given.value)


# Which mistake it is


def _named(check: str, answers: list[Answer], seed: int, more: Ask | None) -> list[Misconception]:
    possible = [entry for entry in suspects(check) if _answers_alike(entry, check, answers, seed)]
    if not possible or more is None:
        return _each_once(possible)
    # A mistake in one class cell shows in several checks. Who passes one of those has not made it, and whoever
    # answers alike in all of them is meant.
    answers_to = cache(more)

    def ruled_out(entry: Misconception, other: str) -> bool:
        elsewhere = answers_to(other)
        return is_correct(other, elsewhere, seed) and not _answers_alike(entry, other, elsewhere, seed)

    possible = [entry for entry in possible if not any(ruled_out(entry, other) for other in _others(entry, check))]
    if len(_each_once(possible)) < 2:
        return _each_once(possible)
    siblings = sorted({other for entry in possible for other in _others(entry, check)})
    alike = [
        entry for entry in possible if all(_answers_alike(entry, other, answers_to(other), seed) for other in siblings)
    ]
    return _each_once(alike or possible)


def _each_once(entries: list[Misconception]) -> list[Misconception]:
    """Return one form of each entry: an entry may be written in several, and two of them can answer alike."""
    return list({entry.id: entry for entry in entries}.values())


def _ways_to(check: str, answers: list[Answer], place: int, seed: int) -> list[Misconception]:
    """Return the mistakes that give the first wrong answer and are right before it, whatever they give afterwards."""
    alike = [entry for entry in suspects(check) if _alike_at(entry, check, answers, range(place + 1), seed)]
    return _each_once(alike)


def _others(entry: Misconception, check: str) -> list[str]:
    return [other for other in entry.checks if other != check]


def _answers_alike(entry: Misconception, check: str, answers: list[Answer], seed: int) -> bool:
    """Tell whether a mistake gives these answers."""
    count = _answers_of(entry, check, seed).count
    return len(answers) == count and _alike_at(entry, check, answers, range(count), seed)


def _alike_at(entry: Misconception, check: str, answers: list[Answer], places: range, seed: int) -> bool:
    """Tell whether a mistake gives these answers at some places; the first that differs ends the comparison."""
    mistaken, expected = _answers_of(entry, check, seed), _expected(check, seed)
    return all(_same_mistake(answers[place], mistaken[place], expected[place]) for place in places)


def _same_mistake(answer: Answer, mistaken: Answer, expected: Answer) -> bool:
    """Tell whether two answers are the same, wrong errors by their text too: many mistakes raise the same type."""
    if isinstance(answer, Raised) and isinstance(mistaken, Raised) and not same(mistaken, expected):
        return answer.kind == mistaken.kind and (answer.kind in TEXT_VARIES or _nameless(answer) == _nameless(mistaken))
    return same(answer, mistaken)


def _nameless(error: Raised) -> str:
    """Return an error's text without the names that a learner chooses: of a function, and of what it takes."""
    wording = re.match(r"[\w.<>]+\(\) ((?:missing|takes|got) .*)", error.text)
    return re.sub(r"'\w+'", "''", wording[1]) if wording else error.text


def _answers_of(entry: Misconception, check: str, seed: int) -> _MistakenAnswers:
    return _kept_answers(entry, check, seed, _stamp(check))


@lru_cache(maxsize=2**16)
def _kept_answers(entry: Misconception, check: str, seed: int, stamp: int) -> _MistakenAnswers:
    return _MistakenAnswers(entry, check, seed)


class _MistakenAnswers:
    """The answers of a catalogued mistake to a check, each asked for when it is needed first."""

    def __init__(self, entry: Misconception, check: str, seed: int):
        self._asked = questions(check, seed)
        self.count = len(self._asked)
        self._namespace = _namespace_of(entry, _stamp(check))
        self._known: list[Answer] = []

    def __getitem__(self, place: int) -> Answer:
        while len(self._known) <= place:
            probe, inputs = self._asked[len(self._known)]
            self._known.append(answer_to(probe, self._namespace, inputs))
        return self._known[place]


@lru_cache(maxsize=1024)
def _namespace_of(entry: Misconception, stamp: int) -> dict[str, Any]:
    return entry.namespace()
