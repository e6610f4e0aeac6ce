# SPDX-License-Identifier: MIT
"""A grader that stays: it answers one notebook after the other, so that only the first one waits for its start."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TextIO

from grading.desk import progress, result_json
from grading.judging import marking
from grading.notebooks import course

__all__ = ["serve"]


def serve(questions: TextIO, answers: TextIO) -> None:
    """Grade the notebook that each line names, until there are no more lines.

    Args:
        questions: Lines of JSON, ``{"notebook": path, "exercise": number}``; with "" as the number all are graded. Or
            ``{"days": "all"}``, which asks where the learner stands.
        answers: For each of them lines of JSON: ``{"at": [place, count]}`` when a check is asked; last the result as
            ``check --json`` prints it, or ``{"refused": why}``. Where the learner stands is ``{"days": [...]}``, with
            the fields of a :class:`~grading.desk.progress.Standing` for each.
    """

    def answer(told: dict[str, Any]) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    for line in questions:
        question = json.loads(line)
        if "days" in question:
            answer(_standings(answer))
            continue
        try:
            result = marking.grade_file(
                question["notebook"],
                only=question.get("exercise", ""),
                told=lambda place, count: answer({"at": [place, count]}),
            )
            answer(result_json.as_json(result))
        except course.CourseError as error:
            answer({"refused": str(error)})


def _standings(answer: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    listed, days = [], course.days()
    for place, day in enumerate(days, 1):
        answer({"at": [place, len(days)]})
        found = vars(progress.standing(day))
        listed.append({**found, "day": day.number, "notebook": str(day.learner_notebook)})
    return {"days": listed}
