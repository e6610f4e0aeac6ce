# SPDX-License-Identifier: MIT
"""Answers for tests: the reference's solutions as a learner would have typed them."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

from grading.judging import Verdict, render
from grading.judging.marking import source_notebook
from grading.judging.results import CheckResult
from grading.notebooks import course, reference
from grading.notebooks.cells import exercises

__all__ = ["answers_of", "message_of", "points_of", "run_as_cell"]


def answers_of(day: int) -> dict[str, str]:
    """Return the solution of each answer cell by grade_id, without the marks that only authors see."""
    return {
        name: "\n".join(line for line in text.split("\n") if not _mark(line))
        for name, text in reference.solutions(day).items()
    }


def _mark(line: str) -> bool:
    return line.lstrip().startswith(("### BEGIN SOLUTION", "### END SOLUTION", "#: "))


def message_of(result: Verdict | CheckResult) -> str:
    """Return what a learner reads of a check, as plain text."""
    message = render.message(result) if isinstance(result, Verdict) else render.check_message(result)
    return message.text()


def points_of(which: int | str) -> float:
    """Return the points of a day, of an exercise, or of a check, as the course has them."""
    listed = exercises(source_notebook(course.day(which)))
    points = {each.id: each.points for each in listed}
    points |= {check.grade_id: check.points for each in listed for check in each.checks}
    return points.get(str(which), sum(each.points for each in listed))


_numbers = itertools.count()


def run_as_cell(source: str, namespace: dict[str, Any]) -> None:
    """Run a text as a notebook's kernel runs a cell: errors know its lines, and that it is the learner's."""
    name = f"<ipython-input-{next(_numbers)}-test>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), namespace)
