# SPDX-License-Identifier: MIT
"""Grade one notebook: rebuild it, run it, and read the verdicts off its outputs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from grading import course, run, submission
from grading.exercises import Check, Exercise, exercises, grade_id, is_grade
from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET, VERDICT_MIME

__all__ = ["CheckResult", "ExerciseResult", "Result", "grade_file", "read_results"]


@dataclass(frozen=True)
class CheckResult:
    """The outcome of one grade cell."""

    check: Check
    outcome: str
    misconceptions: tuple[str, ...]
    message: str
    seed: int | None

    @property
    def points(self) -> float:
        """All of the check's points, or none."""
        return self.check.points if self.outcome == CORRECT else 0.0


@dataclass(frozen=True)
class ExerciseResult:
    """The outcome of an exercise: that of its checks together."""

    exercise: Exercise
    checks: tuple[CheckResult, ...]

    @property
    def points(self) -> float:
        """The points of the checks that are correct."""
        return sum(check.points for check in self.checks)

    @property
    def outcome(self) -> str:
        """``correct`` if all checks are, ``not attempted`` if none was attempted, else ``not yet``."""
        outcomes = {check.outcome for check in self.checks}
        return outcomes.pop() if len(outcomes) == 1 else NOT_YET


@dataclass(frozen=True)
class Result:
    """The outcome of a notebook."""

    day: course.Day
    title: str
    exercises: tuple[ExerciseResult, ...]
    warnings: tuple[str, ...]

    @property
    def points(self) -> float:
        """The points of all exercises."""
        return sum(one.points for one in self.exercises)

    @property
    def max_points(self) -> float:
        """The most points that the day gives."""
        return sum(one.exercise.points for one in self.exercises)

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data; the shape is documented in CONTRIBUTING.md."""
        return {
            "assignment": self.day.name,
            "points": self.points,
            "max_points": self.max_points,
            "exercises": [
                {
                    "id": one.exercise.id,
                    "title": one.exercise.title,
                    "points": one.points,
                    "max_points": one.exercise.points,
                    "outcome": one.outcome,
                    "checks": [
                        {
                            "grade_id": check.check.grade_id,
                            "points": check.points,
                            "max_points": check.check.points,
                            "outcome": check.outcome,
                            "misconceptions": list(check.misconceptions),
                            "message": check.message,
                            "seed": check.seed,
                        }
                        for check in one.checks
                    ],
                }
                for one in self.exercises
            ],
            "warnings": list(self.warnings),
        }


def grade_file(
    path: str | Path,
    *,
    cell_seconds: float = run.CELL_SECONDS,
    total_seconds: float = run.TOTAL_SECONDS,
    seed: int | None = None,
) -> Result:
    """Grade the notebook in a file, which is read and never written.

    Args:
        path: The learner's notebook, wherever it is and whatever its name.
        cell_seconds: The time limit of one cell.
        total_seconds: The time limit of the whole notebook.
        seed: Draw every check's inputs from this seed instead of a new one.

    Raises:
        UnreadableNotebook: The file can't be read as a notebook of this course.
        CourseError: The day has not been built.
    """
    learner = submission.read(path)
    day = submission.day_of(learner, path)
    source = source_notebook(day)
    notebook, warnings = submission.rebuild(learner, source)
    environment = {"NBGRADER_EXECUTION": "validate", "MPLBACKEND": "agg"}
    if seed is not None:
        environment["AUTOGRAD_SEED"] = str(seed)
    folder = os.path.dirname(os.path.abspath(path))
    trouble = run.execute(
        notebook, folder, cell_seconds=cell_seconds, total_seconds=total_seconds, environment=environment
    )
    return read_results(notebook, day, [*warnings, *trouble])


def source_notebook(day: course.Day) -> Any:
    """Return the day's notebook with solutions and hidden tests.

    Raises:
        CourseError: It has not been built.
    """
    if not day.source_notebook.exists():
        raise course.CourseError(f"{day.source_notebook} is missing: run `make release`.")
    return nbformat.read(day.source_notebook, as_version=4)


def read_results(notebook: Any, day: course.Day, warnings: list[str]) -> Result:
    """Read the result of an executed notebook off its outputs."""
    verdicts = {str(grade_id(cell)): cell for cell in notebook.cells if is_grade(cell)}
    errors = _answer_errors(notebook)
    graded = []
    for exercise in exercises(notebook):
        results = []
        for check in exercise.checks:
            results.append(_check_result(check, verdicts[check.grade_id], errors.get(exercise.id)))
        graded.append(ExerciseResult(exercise, tuple(results)))
    return Result(day, _title(notebook), tuple(graded), tuple(warnings))


def _check_result(check: Check, cell: Any, answer_error: str | None) -> CheckResult:
    found = [
        output["data"][VERDICT_MIME]
        for output in cell.get("outputs", [])
        if output.output_type == "display_data" and VERDICT_MIME in output.get("data", {})
    ]
    error = _error(cell)
    if not found:
        message = error or "This check was not run."
        outcome = NOT_ATTEMPTED if error and error.startswith("NotImplementedError") else NOT_YET
        return CheckResult(check, outcome, (), message, None)
    verdict = found[0]
    outcome, message = verdict["outcome"], verdict["message"]
    if outcome == CORRECT and error:
        outcome, message = NOT_YET, error
    elif outcome == NOT_YET and answer_error and answer_error.startswith("NotImplementedError"):
        outcome, message = NOT_ATTEMPTED, f"Not attempted: {answer_error.partition(': ')[2]}"
    elif outcome == NOT_YET and answer_error:
        message = f"The answer cell stopped with an error: {answer_error} {message}"
    return CheckResult(check, outcome, tuple(verdict["misconceptions"]), message, verdict["seed"])


def _answer_errors(notebook: Any) -> dict[str, str]:
    errors = {}
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) and not is_grade(cell):
            error = _error(cell)
            if error:
                errors[str(grade_id(cell))] = error
    return errors


def _error(cell: Any) -> str | None:
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            return f"{output.ename}: {output.evalue}".rstrip(": .") + "."
    return None


def _title(notebook: Any) -> str:
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("# "):
            return cell.source.split("\n")[0][2:].strip()
    return ""
