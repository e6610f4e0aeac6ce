# SPDX-License-Identifier: MIT
"""Grade one notebook: rebuild it, run it, and read the verdicts off its outputs."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat

from grading.judging.judge import CORRECT, NOT_ATTEMPTED, NOT_YET, VERDICT_MIME
from grading.notebooks import course, reference, submission
from grading.notebooks.cells import Check, Exercise, exercises, grade_id, is_grade
from grading.run import kernel

__all__ = ["CheckResult", "ExerciseResult", "Result", "grade_file", "read_results"]


@dataclass(frozen=True)
class CheckResult:
    """The outcome of one grade cell."""

    check: Check
    outcome: str
    misconceptions: tuple[str, ...]
    message: str
    seed: int | None
    graph: dict[str, Any] | None = None

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

    @property
    def next_step(self) -> str:
        """What the learner does next, as a sentence.

        It is the unwritten exercise that another one waits for, else the first one to mend, else the first one to
        write, else the next day.
        """
        left = [one for one in self.exercises if one.outcome != CORRECT]
        if not left:
            onward = "Go on to the next day." if self.day.number < len(course.days()) else "That is the whole course."
            return f"All of {self.day.name} is correct. {onward}"
        tried = [one for one in left if one.outcome == NOT_YET]
        said = " ".join(check.message for one in tried for check in one.checks if check.outcome == NOT_YET)
        if waiting := re.search(r"NotImplementedError: Exercise (\d+\.\d+) is not written yet", said):
            return f"Write exercise {waiting[1]}, which another one needs."
        if not tried:
            return f"Write exercise {left[0].exercise.number}."
        messages = " ".join(check.message for check in tried[0].checks if check.outcome != CORRECT)
        section = re.search(r"See \*(.+?)\*", messages)
        read = f"Read the section *{section[1]}* again, then mend" if section else "Mend"
        return f"{read} exercise {tried[0].exercise.number}."

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
                            "graph": check.graph,
                        }
                        for check in one.checks
                    ],
                }
                for one in self.exercises
            ],
            "warnings": list(self.warnings),
            "next": self.next_step,
        }


def grade_file(
    path: str | Path,
    *,
    cell_seconds: float = kernel.CELL_SECONDS,
    total_seconds: float = kernel.TOTAL_SECONDS,
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
    notebook, warnings = submission.rebuild(learner, source, seed)
    environment = {"NBGRADER_EXECUTION": "validate", "MPLBACKEND": "agg"}
    folder = os.path.dirname(os.path.abspath(path))
    trouble = kernel.execute(
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
    found = exercises(notebook)
    numbers = {exercise.id: exercise.number for exercise in found}
    stopped = {
        str(grade_id(cell)): Stop(numbers.get(str(grade_id(cell)), ""), *error)
        for cell in notebook.cells
        if cell.cell_type == "code" and grade_id(cell) and not is_grade(cell) and (error := _error(cell))
    }
    sources = {str(grade_id(cell)): cell.source for cell in notebook.cells if grade_id(cell) in numbers}
    graded = []
    for exercise in found:
        results = []
        for check in exercise.checks:
            result = _check_result(day, exercise.id, check, verdicts[check.grade_id], stopped)
            verdict = _verdict(verdicts[check.grade_id])
            if verdict and verdict["missing"] and result.outcome == NOT_YET:
                ran = {name: text for name, text in sources.items() if name not in stopped}
                result = replace(result, message=_unspelt(day, verdict["missing"], numbers, ran) or result.message)
            results.append(result)
        graded.append(ExerciseResult(exercise, tuple(results)))
    return Result(day, _title(notebook), tuple(graded), tuple(warnings))


@dataclass(frozen=True)
class Stop:
    """An answer cell that did not run to its end.

    Attributes:
        number: Of its exercise, as on the card; "" for a given cell.
        kind: The type of the error.
        text: What the error says, without a file and a line.
        line: The line of the cell that raised, counted from 1; 0 where it is not known.
        code: That line.
    """

    number: str
    kind: str
    text: str
    line: int = 0
    code: str = ""

    def __str__(self) -> str:
        where = f"the answer cell of exercise {self.number}" if self.number else "the given cell"
        place = f" in line {self.line}" if self.line else ""
        code = f", `{self.code}`" if self.code else ""
        if self.kind == kernel.KERNEL_ENDED:
            return f"{where} {self.text.removeprefix('The cell ')}, so it was left out."
        if self.kind in ("KeyboardInterrupt", kernel.TIMED_OUT):
            return f"{where} did not come to its end in time: it was stopped{place}{code}."
        read = "could not be read" if self.kind in ("SyntaxError", "IndentationError", "TabError") else "stopped"
        return f"{where} {read}: {self.kind}{place}{code}: {self.text}."


def _check_result(day: course.Day, exercise: str, check: Check, cell: Any, stopped: dict[str, Stop]) -> CheckResult:
    verdict = _verdict(cell)
    error = _error(cell)
    if verdict is None:
        message = _told(error) if error else "This check was not run."
        outcome = NOT_ATTEMPTED if error and error[0] == "NotImplementedError" else NOT_YET
        return CheckResult(check, outcome, (), message, None)
    outcome, message = verdict["outcome"], verdict["message"]
    own = stopped.get(exercise)
    if outcome == CORRECT and error:
        outcome, message = NOT_YET, _told(error)
    elif outcome == NOT_YET and own and own.kind == "NotImplementedError":
        outcome, message = NOT_ATTEMPTED, f"Not attempted: {own.text}."
    elif outcome == NOT_YET and verdict["missing"]:
        message = _waits(day, exercise, verdict["missing"], stopped) or message
    elif outcome == NOT_YET and own:
        message = f"{_capital(str(own))} {message}"
    graph = verdict["graph"] if outcome == NOT_YET else None
    return CheckResult(check, outcome, tuple(verdict["misconceptions"]), message, verdict["seed"], graph)


def _verdict(cell: Any) -> dict[str, Any] | None:
    """Return what the judge said in a grade cell, first; None where it was not asked."""
    shown = [output["data"] for output in cell.get("outputs", []) if output.output_type == "display_data"]
    return next((data[VERDICT_MIME] for data in shown if VERDICT_MIME in data), None)


def _unspelt(day: course.Day, name: str, numbers: dict[str, str], ran: dict[str, str]) -> str:
    """Say that an answer cell ran to its end and does not define a name; "" where none of the course's does.

    Args:
        day: The day.
        name: The name that is not defined.
        numbers: The numbers of the exercises, by the grade_id of their answer cell.
        ran: The answer cells that ran to their end, by grade_id.
    """
    owner = next((one for one in reference.definers(day.number, name) if one in ran), None)
    if owner is None:
        return ""
    try:
        alike = difflib.get_close_matches(name, reference.definitions(ran[owner], variables=True), 1)
    except SyntaxError:  # A line such as `%time`, which the notebook reads and Python does not.
        alike = []
    other = f"; it defines `{alike[0]}`" if alike else ""
    return f"The answer cell of exercise {numbers[owner]} runs to its end and does not define `{name}`{other}."


def _told(error: tuple[str, str, int, str]) -> str:
    """Say the error in which a check's visible part ended: the text of an assertion says all itself."""
    kind, text, line, code = error
    if kind == kernel.KERNEL_ENDED:
        return f"The check {text.removeprefix('The cell ')}, so it was left out."
    if kind in ("KeyboardInterrupt", kernel.TIMED_OUT):
        return "The check did not come to its end in time: it was stopped."
    if kind == "AssertionError":
        return f"{text or f'The check stopped in line {line}, `{code}`'}."
    return f"The check stopped: {kind} in line {line}, `{code}`: {text}." if line else f"{kind}: {text}."


def _waits(day: course.Day, exercise: str, name: str, stopped: dict[str, Stop]) -> str:
    """Say why a name is missing: the cell that defines it stopped. "" where no cell that stopped defines it."""
    own = stopped.get(exercise)
    owner = next((one for one in reference.definers(day.number, name) if one in stopped), None)
    if own is not None and (owner is None or owner == exercise):
        return (
            f"{_capital(str(own))} Until it runs to its end, `{name}` is not defined and nothing of it can be checked."
        )
    if owner is None:
        return ""
    if stopped[owner].kind == "NotImplementedError":
        return f"This waits for exercise {stopped[owner].number}, which defines `{name}`: {stopped[owner].text}."
    return f"This waits for exercise {stopped[owner].number}, which defines `{name}`: {stopped[owner]}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


# Colours and the like, as IPython writes them into a traceback.
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def _error(cell: Any) -> tuple[str, str, int, str] | None:
    """Return type, text, line and code of the error in which a cell ended, or None."""
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            text, line = output.evalue.rstrip(": ."), _line_of(_ESCAPES.sub("", "\n".join(output.get("traceback", []))))
            place = re.search(r" \([^()]*, line (\d+)\)$", text)
            if place:
                text, line = text[: place.start()], line or int(place[1])
            code = cell.source.split("\n")[line - 1].strip() if 0 < line <= cell.source.count("\n") + 1 else ""
            return output.ename, text, line, code
    return None


def _line_of(traceback: str) -> int:
    """Return the cell's line in a traceback of IPython; 0 where it names none."""
    found = re.search(r"^\s*(?:Cell|Input) In\s?\[\d+\], line (\d+)", traceback, re.MULTILINE)
    return int(found[1]) if found else 0


def _title(notebook: Any) -> str:
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("# "):
            return cell.source.split("\n")[0][2:].strip()
    return ""
