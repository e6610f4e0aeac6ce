# SPDX-License-Identifier: MIT
"""Asks a question on paper again with new numbers, and judges the answer: for a learner alone, and for no points."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grading.result_json import places_of, words
from judge.asking import fresh
from judge.asking.fresh import Fresh, WithNumbers
from judge.notebooks import course, reference
from judge.notebooks.cells import Exercise, exercises
from judge.notebooks.faults import CourseError
from judge.run.words import say
from judge.verdicts import practice
from judge.verdicts.seeds import new_seed
from judge.verdicts.verdict import CORRECT

# Characters of an answer, as Python writes it.
LONGEST = 2_000
NUMBER = re.compile(r"\d{1,3}\.\d{1,3}")


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question of a notebook: what is asked, or what is said of an answer to it.

    ``again`` is the number of the exercise. ``seed`` stands for the question that is open, without which another one
    is asked than ``after`` did. ``answer`` is what a learner answers, as Python writes it, or "".
    """
    try:
        exercise = _exercise(question["again"])
        questions = _questions(exercise)
        seed = question.get("seed")
        if seed is None:
            seed = fresh.seed_after(questions, question.get("after"), new_seed())
        asked = fresh.chosen(questions, seed)
        return {"seed": seed, "key": _key(asked), **_said(asked, exercise, question)}
    except CourseError as trouble:
        return {"refused": str(trouble)}


def _exercise(number: str) -> Exercise:
    """Return an exercise by its number; CourseError where there is none."""
    days = [
        each for each in course.assignments() if NUMBER.fullmatch(number) and f"{each.number}" == number.split(".")[0]
    ]
    found = [one for day in days for one in exercises(reference.source_notebook(day)) if one.number == number]
    if not found:
        raise CourseError(
            "There is no exercise {number} here. An exercise has a number such as 2.4.", number=number[:20]
        )
    return found[0]


def _questions(exercise: Exercise) -> Sequence[Fresh]:
    """Return the questions of an exercise; CourseError where it has none that new numbers would change."""
    found = fresh.of_exercise(exercise.id)
    if not found:
        there = exercises(reference.source_notebook(course.assignment(exercise.id)))
        raise CourseError(
            "Exercise {number} has no question that other numbers would change. Of the same day, these have one: "
            "{others}.",
            number=exercise.number,
            others=", ".join(one.number for one in there if fresh.of_exercise(one.id)) or say("none"),
        )
    return found


def _key(asked: WithNumbers) -> str:
    """Return what tells one question with its numbers from another, in any language."""
    return f"{asked.fresh.name} {dict(asked.inputs)}"


def _said(asked: WithNumbers, exercise: Exercise, question: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked, or with an answer what is said of it."""
    places = _places(exercise, question.get("notebook", ""))
    if not question.get("answer"):
        return {"example": asked.fresh.example, **words(practice.asked(asked), places)}
    judged = practice.judge(asked, exercise.id, _read(question["answer"]))
    return {
        "outcome": judged.verdict.outcome,
        "right": judged.verdict.outcome == CORRECT,
        "try": judged.is_try,
        "misconceptions": list(judged.verdict.misconceptions),
        "steps": [words(card, places) for card in judged.steps],
    }


def _read(written: str) -> Any:
    """Return the value that a text of Python stands for; CourseError where it is no plain value."""
    try:
        if len(written) <= LONGEST:
            return ast.literal_eval(written)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        pass
    raise CourseError(
        "This answer can't be read. Write a number, a list of numbers, or a text in quotes, as the question asks."
    )


def _places(exercise: Exercise, notebook: str) -> dict[str, str]:
    """Return the addresses of the sections of an exercise's day, for its own notebook alone."""
    day = course.assignment(exercise.id)
    is_there = bool(notebook) and Path(notebook).name == day.learner_notebook.name
    return dict(places_of(day, Path(notebook).parent)) if is_there else {}
