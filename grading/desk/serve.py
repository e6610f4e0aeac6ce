# SPDX-License-Identifier: MIT
"""A grader that stays: it answers one notebook after the other, so that only the first one waits for its start."""

from __future__ import annotations

import json
from typing import TextIO

from grading.desk import result_json
from grading.judging import marking
from grading.notebooks import course

__all__ = ["serve"]


def serve(questions: TextIO, answers: TextIO) -> None:
    """Grade the notebook that each line names, until there are no more lines.

    Args:
        questions: Lines of JSON, ``{"notebook": path}``.
        answers: For each of them a line of JSON: the result as ``check --json`` prints it, or ``{"refused": why}``.
    """
    for line in questions:
        try:
            told = result_json.as_json(marking.grade_file(json.loads(line)["notebook"]))
        except course.CourseError as error:
            told = {"refused": str(error)}
        answers.write(json.dumps(told) + "\n")
        answers.flush()
