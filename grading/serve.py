# SPDX-License-Identifier: MIT
"""A grader that keeps running and grades one notebook after the other, so that only the first waits for its start.

Until the next question comes, it computes what is right for the next inputs.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any, BinaryIO, TextIO

import language
import reading
from grading import beside, practice, progress, recall, result_json
from judge.notebooks import course, submission
from judge.run.words import say, speak, template
from judge.verdicts import marking
from judge.verdicts.seeds import Seeds, new_seed

# Bytes of a question: a path, or the cells that read the ten digits. A longer line is no question.
LONGEST = 10_000_000
NO_QUESTION = template("a question is a line of JSON that names a notebook or the days; this one can't be read.")
MOST_WAITING = 100
# What each kind of question has at least.
QUESTIONS = ({"notebook"}, {"days"}, {"prepare"}, {"again"}, {"recall"}, {"digits", "cells", "seconds"})
# The parts of a question that are lists of texts, and the types of all parts.
LISTS = ("cells", "known", "met", "missed", "done")
PARTS = {
    **dict.fromkeys(("notebook", "exercise", "days", "prepare", "again", "answer", "letters", "language"), str),
    **dict.fromkeys(("digits", "seed", "after", "recall"), int),
    **dict.fromkeys(LISTS, list),
    "seconds": float,
}


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, of one that is too long its beginning alone: nothing fills the memory."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def serve(questions: Iterable[str | bytes], answers: TextIO) -> None:
    """Grade the notebook that each line names, until there are no more lines.

    A question is a line of JSON: ``{"notebook": path, "exercise": number}`` asks for the points of an exercise, or of
    all for ""; ``{"assignments": "all"}`` asks where the learner stands; ``{"prepare": path}`` announces a notebook;
    ``{"again": number}`` asks a question on paper with new numbers, or judges its answer: :func:`practice.answer`;
    ``{"recall": 3}`` asks on Day 3 about earlier days: :func:`recall.answer`;
    ``{"digits": 4, "cells": [...], "seconds": 5.0}`` asks for what :func:`grading.beside.printed` returns. Its
    ``"language"`` is that of what is said before a notebook is read, and of the assignments.

    The answers are lines of JSON: ``{"at": [place, count]}`` when a check is asked; last the result as ``check --json``
    prints it, or ``{"refused": why}``, or ``{"assignments": [...]}`` with the fields of a
    :class:`~grading.progress.Standing` for each.
    """
    Grader(lambda answer: print(json.dumps(answer), file=answers, flush=True)).answer_all(_as_they_come(questions))


def _as_they_come(questions: Iterable[str | bytes]) -> Queue[str | bytes]:
    """Return where the questions arrive, and at their end ""; meanwhile something else can be done."""
    arrived: Queue[str | bytes] = Queue(maxsize=MOST_WAITING)

    def read() -> None:
        try:
            for line in questions:
                arrived.put(line)
        finally:
            arrived.put("")

    threading.Thread(target=read, daemon=True).start()
    return arrived


class Grader:
    """Answers one question after the other; ``say`` is called with what it says."""

    def __init__(self, say: Callable[[dict[str, Any]], None]):
        self._say = say
        # By notebook: the seeds with which checks were wrong, and the seed of the next question.
        self._wrong: dict[str, dict[str, int]] = {}
        self._next: dict[str, int] = {}
        # What is found out for that one as long as nobody asks anything.
        self._ahead: Iterator[str] = iter(())

    def answer_all(self, arrived: Queue[str | bytes]) -> None:
        """Answer the questions as they arrive, until an empty line does."""
        while True:
            while arrived.empty() and next(self._ahead, None) is not None:
                continue
            if not (line := arrived.get()):
                return
            try:
                question = reading.data_of(line, LONGEST)
            except reading.Unread:
                question = None
            self.answer(question)

    def answer(self, question: Any) -> None:
        """Say the answer to a question, and before it how far it is."""
        if not _is_question(question):
            self._say({"refused": say(NO_QUESTION)})
        elif "prepare" in question:
            self._prepare(question["prepare"])
        else:
            speak(question.get("language", language.ENGLISH))
            self._say(self._answered(question))

    def _answered(self, question: dict[str, Any]) -> dict[str, Any]:
        if "again" in question:
            return practice.answer(question)
        if "recall" in question:
            return recall.answer(question)
        if "cells" in question:
            return {"digits": beside.printed(question)} if beside.is_offered() else {"refused": say(NO_QUESTION)}
        return _standings(self._say) if "days" in question else self._graded(question)

    def _graded(self, question: dict[str, Any]) -> dict[str, Any]:
        notebook = question["notebook"]
        seeds = Seeds(new=self._next.pop(notebook, None), kept=self._wrong.setdefault(notebook, {}))
        try:
            result = marking.grade_file(
                notebook,
                seeds=seeds,
                only=question.get("exercise", ""),
                progress=lambda place, count: self._say({"at": [place, count]}),
            )
        except course.CourseError as error:
            return {"refused": str(error)}
        self._look_ahead(notebook, result.assignment)
        return result_json.as_json(result, folder=Path(notebook).parent)

    def _prepare(self, notebook: str) -> None:
        """Start what runs a notebook's cells. What is wrong with it is reported when its points are asked for."""
        with contextlib.suppress(course.CourseError, marking.NotConfinedHere):
            assignment = submission.assignment_of(submission.read(notebook, outputs=False), notebook)
            self._look_ahead(notebook, assignment)
            marking.start(assignment)

    def _look_ahead(self, notebook: str, assignment: course.Assignment) -> None:
        self._next[notebook] = new_seed()
        self._ahead = marking.prepare(assignment, self._next[notebook])


def _is_question(question: Any) -> bool:
    """Tell whether data is a question: whose parts are all known, of their types, and without null characters."""
    if not isinstance(question, dict) or not all(type(part) is PARTS.get(name) for name, part in question.items()):
        return False
    if any("\0" in part for part in question.values() if isinstance(part, str)):
        return False
    if not all(type(one) is str for name in LISTS for one in question.get(name, ())):
        return False
    return any(names <= question.keys() for names in QUESTIONS)


def _standings(answer: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    listed, assignments = [], course.assignments()
    for place, assignment in enumerate(assignments, 1):
        answer({"at": [place, len(assignments)]})
        found = dict(vars(progress.standing(assignment)))
        del found["assignment"]
        listed.append({"day": assignment.number, "notebook": str(assignment.learner_notebook), **found})
    return {"days": listed}
