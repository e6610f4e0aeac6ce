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
from typing import Any, TextIO

import language
from grading import progress, result_json
from judge.notebooks import course, submission
from judge.run.words import speak
from judge.verdicts import marking
from judge.verdicts.seeds import Seeds, new_seed


def serve(questions: Iterable[str], answers: TextIO) -> None:
    """Grade the notebook that each line names, until there are no more lines.

    A question is a line of JSON: ``{"notebook": path, "exercise": number}`` asks for the points of an exercise, or of
    all for ""; ``{"days": "all"}`` asks where the learner stands; ``{"prepare": path}`` announces a notebook. Its
    ``"language"`` is that of what is said before a notebook is read, and of the days.

    The answers are lines of JSON: ``{"at": [place, count]}`` when a check is asked; last the result as ``check --json``
    prints it, or ``{"refused": why}``, or ``{"days": [...]}`` with the fields of a
    :class:`~grading.progress.Standing` for each.
    """
    Grader(lambda answer: print(json.dumps(answer), file=answers, flush=True)).answer_all(_as_they_come(questions))


def _as_they_come(questions: Iterable[str]) -> Queue[str]:
    """Return where the questions arrive, and at their end ""; meanwhile something else can be done."""
    arrived: Queue[str] = Queue()

    def read() -> None:
        for line in questions:
            arrived.put(line)
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

    def answer_all(self, arrived: Queue[str]) -> None:
        """Answer the questions as they arrive, until an empty line does."""
        while True:
            while arrived.empty() and next(self._ahead, None) is not None:
                continue
            if not (line := arrived.get()):
                return
            self.answer(json.loads(line))

    def answer(self, question: dict[str, Any]) -> None:
        """Say the answer to a question, and before it how far it is."""
        if "prepare" in question:
            self._prepare(question["prepare"])
            return
        speak(question.get("language", language.ENGLISH))
        self._say(_standings(self._say) if "days" in question else self._graded(question))

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
        self._look_ahead(notebook, result.day)
        return result_json.as_json(result, folder=Path(notebook).parent)

    def _prepare(self, notebook: str) -> None:
        """Start what runs a notebook's cells. What is wrong with it is reported when its points are asked for."""
        with contextlib.suppress(course.CourseError, marking.NotConfinedHere):
            day = submission.day_of(submission.read(notebook, outputs=False), notebook)
            self._look_ahead(notebook, day)
            marking.start(day)

    def _look_ahead(self, notebook: str, day: course.Day) -> None:
        self._next[notebook] = new_seed()
        self._ahead = marking.prepare(day, self._next[notebook])


def _standings(answer: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    listed, days = [], course.days()
    for place, day in enumerate(days, 1):
        answer({"at": [place, len(days)]})
        known = {"day": day.number, "notebook": str(day.learner_notebook)}
        listed.append({**vars(progress.standing(day)), **known})
    return {"days": listed}
