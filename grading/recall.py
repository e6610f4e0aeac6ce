# SPDX-License-Identifier: MIT
"""Asks on a later day what earlier days were about: three questions of one line, each with a few answers.

What the learner got wrong comes first; then the day before, the one before that, and the first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from judge.asking import fresh
from judge.asking.folders import exercise_of
from judge.asking.fresh import Fresh, WithNumbers
from judge.notebooks import course, reference
from judge.notebooks.cells import exercises
from judge.notebooks.faults import CourseError
from judge.verdicts import practice
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.seeds import new_seed
from judge.verdicts.wording.explained import filled

COUNT = 3
LETTERS = "abcd"
FEWEST = 3  # answers to choose from
# Numbers are drawn anew until the learner's own mistake is among the answers, or so many times.
MOST_SEEDS = 60


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return the questions of a day, and what is said of the answers to them.

    ``recall`` is the day. ``known`` names the questions that are open, each a name and a seed; without them they are
    drawn. ``letters`` has a letter for each: "-" for none, "?" for "I don't know". ``met`` are the titles of mistakes
    that the learner met, ``missed`` the names of predictions and questions that went wrong, ``done`` those of questions
    that need not come again.
    """
    try:
        known = [_asked(entry) for entry in question.get("known", ())]
        asked = known or _drawn(question)
        letters = question.get("letters", "").ljust(len(asked), "-")
        return {"questions": [_said(*one, letter) for one, letter in zip(asked, letters, strict=False)]}
    except CourseError as trouble:
        return {"refused": str(trouble)}


def name_of(one: Fresh) -> str:
    """Return what names a question among all."""
    return f"{one.check} {one.name}"


def _asked(entry: str) -> tuple[WithNumbers, int]:
    """Return the question that a name and a seed stand for; CourseError where there is none."""
    name, _, seed = entry.rpartition(" ")
    found = [one for one in fresh.to_choose_from() if name_of(one) == name]
    if not found or not seed.isdecimal() or len(seed) > len(str(2**64)):
        raise CourseError("The question {name} is not known here.", name=name[:80])
    return fresh.with_new_numbers(found[0], int(seed)), int(seed)


def _drawn(question: dict[str, Any]) -> list[tuple[WithNumbers, int]]:
    """Return the questions of a morning."""
    day, source = int(question["recall"]), Random(new_seed())
    earlier = [one for one in fresh.to_choose_from() if _day_of(one) < day]
    source.shuffle(earlier)
    done, met = set(question.get("done", ())), question.get("met", ())
    new = [one for one in earlier if name_of(one) not in done]
    wanted = [
        *own(new, met, question.get("missed", ())),
        *spaced([one for one in new if one in fresh.of_ideas() and not one.is_extra], day),
        *earlier,  # so that there are enough
    ]
    chosen = list({name_of(one): one for one in wanted}.values())[:COUNT]
    return [_with_numbers(one, source, met) for one in chosen]


def own(questions: Sequence[Fresh], met: Sequence[str], missed: Sequence[str]) -> Iterator[Fresh]:
    """Yield questions on what a learner got wrong: one for each mistake that was met, then for each that was missed."""
    taken: set[str] = set()
    for title in met:
        near = [one for one in questions if title in titles(exercise_of(one.check)).values()]
        named = [one for one in near if title in _mistakes(one)]
        yield from _first(itertools.chain(named, near), taken)
    for name in missed:
        yield from _first((one for one in questions if name in (name_of(one), *one.predictions)), taken)


def _first(questions: Iterable[Fresh], taken: set[str]) -> Iterator[Fresh]:
    """Yield the first of some questions that was not taken; it is then."""
    for one in questions:
        if name_of(one) not in taken:
            taken.add(name_of(one))
            yield one
            return


def spaced(questions: Sequence[Fresh], day: int) -> Iterator[Fresh]:
    """Yield questions of the day before, of the one before that and of the first, as often as there are some."""
    days = list(dict.fromkeys(max(1, one) for one in (day - 1, day - 2, 1)))
    by_day = {one: [question for question in questions if _day_of(question) == one] for one in days}
    for among in itertools.zip_longest(*by_day.values()):
        yield from (one for one in among if one is not None)


def titles(exercise: str) -> dict[str, str]:
    """Return the titles of an exercise's mistakes by their ids."""
    return {entry.id: entry.title for entry in misconceptions(exercise)}


def _mistakes(one: Fresh) -> set[str]:
    """Return the titles of the mistakes that are among the answers to a question."""
    known = titles(exercise_of(one.check))
    return {known[wrong.mistake] for wrong in one.wrong if wrong.mistake in known}


def _day_of(one: Fresh) -> int:
    return course.assignment(exercise_of(one.check)).number


def _with_numbers(one: Fresh, source: Random, met: Sequence[str]) -> tuple[WithNumbers, int]:
    """Return a question with numbers, if possible such that a mistake that was met is among its answers."""
    known, wanted = titles(exercise_of(one.check)), set(met) & _mistakes(one)
    for left in reversed(range(MOST_SEEDS)):
        seed = source.randrange(2**32)
        asked = fresh.with_new_numbers(one, seed)
        given = practice.options(asked)
        shown = {known.get(wrong.mistake) for _, wrong in given if wrong is not None}
        if not left or (len(given) >= FEWEST and (not wanted or shown & wanted)):
            break
    return asked, seed


def _said(asked: WithNumbers, seed: int, letter: str) -> dict[str, Any]:
    """Return a question, its answers, and what is said of the one that was chosen."""
    one, options = asked.fresh, practice.options(asked)
    exercise = exercise_of(one.check)
    said = {
        "name": name_of(one),
        "seed": seed,
        "key": f"{name_of(one)} {dict(asked.inputs)} {[text for text, _ in options]}",
        "text": filled(one.ask, asked.inputs).message().text(),
        "options": [text for text, _ in options],
        "exercise": _number(exercise),
    }
    if letter == "-":
        return said
    place = LETTERS.find(letter)
    wrong = options[place][1] if 0 <= place < len(options) else None
    return {
        **said,
        "right": 0 <= place < len(options) and wrong is None,
        "why": practice.right_because(asked),
        "thought": practice.thought(wrong, exercise) if wrong is not None else "",
    }


def _number(exercise: str) -> str:
    """Return the number of an exercise in its notebook, such as ``2.4``."""
    there = exercises(reference.source_notebook(course.assignment(exercise)))
    return next((one.number for one in there if one.id == exercise), "")
