# SPDX-License-Identifier: MIT
"""Judge a whole notebook: rebuild it, run it, and read the verdicts off its outputs."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from judge.notebooks import choosing, course, reference, submission
from judge.notebooks.about import language_of
from judge.notebooks.cells import Check, exercises, grade_id, is_grade
from judge.notebooks.current import at_rest
from judge.notebooks.reference import source_notebook
from judge.run import kernel
from judge.run.confined.client import Gone, NotConfinedHere
from judge.run.words import speak
from judge.verdicts import render, warm
from judge.verdicts.alike import expected
from judge.verdicts.in_copies import Progress
from judge.verdicts.notebook_run import NotebookRun
from judge.verdicts.results import (
    CHECK_CELL,
    OTHER_CELL,
    OWN_CELL,
    CellStopped,
    CheckResult,
    DoesNotDefine,
    ExerciseResult,
    NotRun,
    NoVerdict,
    Obstacle,
    Result,
    Stop,
    StubStands,
)
from judge.verdicts.seeds import Seeds
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, VERDICT_MIME, Verdict, VerdictError

# A name that is spelt much like another is looked for among at most 1000 names of a cell.
MOST_NAMES = 1000
# The error that nbgrader is shown in a check that was not run, so that it gives no points for it.
NOT_RUN = "NotRun"
# The error of a browser's kernel where a package is imported that no browser has.
NOT_IN_BROWSER = "NotInBrowser"


def grade_file(
    path: str | Path,
    *,
    cell_seconds: float = kernel.CELL_SECONDS,
    total_seconds: float = kernel.TOTAL_SECONDS,
    seed: int | None = None,
    seeds: Seeds | None = None,
    only: str = "",
    progress: Progress | None = None,
) -> Result:
    """Grade the notebook in a file, which is read and never written, and speak its language from now on.

    It is one's own work, so it is graded where it can't be confined, too; then the result says so. ``seeds`` are those
    of a notebook that is asked again and again, and ``seed``, for all checks, goes before them. ``only`` is the number
    of the only exercise to grade. ``progress`` is called when a check is asked, with its place and their number.

    Raises:
        UnreadableNotebook: The file can't be read as a notebook of this course.
        CourseError: The assignment has not been built, or it has no such exercise.
    """
    learner = submission.read(path, outputs=False)
    unspoken = speak(language_of(learner.metadata))
    assignment = submission.assignment_of(learner, path)
    notebook, warnings = submission.rebuild(learner, source_notebook(assignment), seed)
    if only:
        _cut(notebook, only, assignment)
    judge = partial(run, notebook, assignment, cell_seconds, total_seconds, seed=seed, seeds=seeds, progress=progress)
    try:
        confined, trouble = True, judge()
    except NotConfinedHere:
        confined, trouble = False, _judged_unconfined(judge)
    beside = _beside(Path(path), learner, assignment)
    result = read_results(notebook, assignment, [*filter(None, [unspoken]), *warnings, *trouble, *beside])
    if sys.platform == "emscripten":
        result = without_lacking(result)
    graded = tuple(each for each in result.exercises if only in ("", each.exercise.number))
    return replace(result, exercises=graded, only=only, confined=confined)


def _judged_unconfined(judge: Callable[..., list[str]]) -> list[str]:
    """Return the trouble of one's own notebook without confinement; a CourseError where no process can begin."""
    try:
        return judge(confined=False)
    except NotConfinedHere as error:
        raise course.CourseError("{error}", error=error) from error


def _beside(path: Path, learner: Any, assignment: course.Assignment) -> Iterator[str]:
    """Yield what a learner is told of what lies beside a notebook in the assignment's own folder."""
    if path.absolute().parent == (folder := assignment.learner_notebook.parent):
        _, beside = choosing.in_folder(assignment, folder)
        yield from beside.for_notebook(learner).sentences(assignment)


def _cut(notebook: Any, only: str, assignment: course.Assignment) -> None:
    """Leave out the checks of other exercises, and all that stands after the last check of this one."""
    listed = exercises(notebook)
    checks = {check.grade_id for each in listed if each.number == only for check in each.checks}
    if not checks:
        known = ", ".join(each.number for each in listed)
        raise course.CourseError(
            "{name} has no exercise {only}: it has {known}.", name=assignment.name, only=only, known=known
        )
    last = max(place for place, cell in enumerate(notebook.cells) if grade_id(cell) in checks)
    notebook.cells = [cell for cell in notebook.cells[: last + 1] if not is_grade(cell) or grade_id(cell) in checks]


def run(
    notebook: Any,
    assignment: course.Assignment,
    cell_seconds: float = kernel.CELL_SECONDS,
    total_seconds: float = kernel.TOTAL_SECONDS,
    *,
    confined: bool = True,
    seed: int | None = None,
    seeds: Seeds | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Run what a rebuilt notebook's checks need, judge them, and leave the outputs in it.

    The arguments are those of :func:`grade_file`. ``confined`` is given up for nobody's work but one's own.

    Returns:
        What kept it from running to its end, one sentence each.

    Raises:
        NotConfinedHere: It can't be confined on this machine.
        CourseError: The process that runs notebooks was killed.
    """
    if not confined and sys.platform == "win32":  # Nothing is forked there: a kernel does the work, and takes its time.
        environment = {"NBGRADER_EXECUTION": "validate", "MPLBACKEND": "agg"}
        return kernel.execute(
            notebook, assignment.root, cell_seconds=cell_seconds, total_seconds=total_seconds, environment=environment
        )
    if seed is not None or seeds is None:
        seeds = Seeds(seed)
    progress = progress or (lambda place, count: None)
    try:
        executor = warm.executor_of(assignment, confined)
        run = NotebookRun(notebook, executor, cell_seconds, total_seconds, seeds, progress)
        with at_rest():
            return run.to_the_end()
    except Gone as error:
        raise course.CourseError("{error}", error=error) from error


def begin(assignment: course.Assignment, confined: bool = True) -> None:
    """Begin the process that runs an assignment's notebooks, where there is one, and do not wait for it."""
    if hasattr(os, "fork"):
        warm.begin(assignment, confined)


def start(assignment: course.Assignment, confined: bool = True) -> None:
    """Start the process that runs an assignment's notebooks, where there is one, before the first notebook does.

    Raises:
        NotConfinedHere: Strangers' code can't be confined on this machine.
    """
    if hasattr(os, "fork"):
        warm.executor_of(assignment, confined)


def prepare(assignment: course.Assignment, seed: int) -> Iterator[str]:
    """Find out what is right in each check of an assignment with a seed, and yield which it was."""
    for check in [str(grade_id(cell)) for cell in source_notebook(assignment).cells if is_grade(cell)]:
        expected(check, seed)
        yield check


def read_results(notebook: Any, assignment: course.Assignment, warnings: Sequence[str]) -> Result:
    """Read the result of an executed notebook off its outputs."""
    cells = _Cells(notebook, assignment)
    graded = tuple(
        ExerciseResult(exercise, tuple(cells.result(exercise.id, check) for check in exercise.checks))
        for exercise in exercises(notebook)
    )
    result = Result(assignment, title_of(notebook), graded, tuple(warnings))
    if not result.unjudged:
        return result
    warning = render.unjudged_message([check.check.called for check in result.unjudged]).text()
    return replace(result, warnings=(*result.warnings, warning))


def retold(result: Result) -> Result:
    """Return a result with the assignment's title, cards and claims in the language that is spoken now.

    They were read off a notebook, which may be in another one. What this version of the assignment lacks stays as it
    was.
    """
    if not result.assignment.source_notebook.exists():
        return result
    notebook = source_notebook(result.assignment)
    known = {each.id: each for each in exercises(notebook)}
    claims = {check.grade_id: check.claim for each in known.values() for check in each.checks}

    def retold_check(one: CheckResult) -> CheckResult:
        return replace(one, check=replace(one.check, claim=claims.get(one.check.grade_id, one.check.claim)))

    def retold_exercise(one: ExerciseResult) -> ExerciseResult:
        title = known.get(one.exercise.id, one.exercise).title
        return ExerciseResult(replace(one.exercise, title=title), tuple(map(retold_check, one.checks)))

    return replace(result, title=title_of(notebook), exercises=tuple(map(retold_exercise, result.exercises)))


def without_lacking(result: Result) -> Result:
    """Leave out the checks that a browser can't run for lack of a package: they cost no point there."""
    lacking = [check for check in result.checks if _lacks_package(check)]
    # What is not right after an answer cell that stopped may be right where it does not stop.
    if any(check.obstacle is not None and getattr(check.obstacle, "cell", "") != CHECK_CELL for check in lacking):
        lacking = [check for check in result.checks if check.outcome == NOT_YET]
    if not lacking:
        return result
    kept = []
    for each in result.exercises:
        if checks := tuple(check for check in each.checks if check not in lacking):
            exercise = replace(each.exercise, checks=tuple(check.check for check in checks))
            kept.append(ExerciseResult(exercise, checks))
    warning = render.lacking_message([check.check.called for check in lacking]).text()
    return replace(result, exercises=tuple(kept), warnings=(*result.warnings, warning))


def _lacks_package(check: CheckResult) -> bool:
    given = check.verdict.given if check.verdict else None
    return NOT_IN_BROWSER in (getattr(check.stop, "kind", ""), getattr(given, "kind", ""))


class _Cells:
    def __init__(self, notebook: Any, assignment: course.Assignment):
        self.assignment = assignment
        self.numbers = {exercise.id: exercise.number for exercise in exercises(notebook)}
        named = {str(grade_id(cell)): cell for cell in notebook.cells if cell.cell_type == "code" and grade_id(cell)}
        self.checks = {name: cell for name, cell in named.items() if is_grade(cell)}
        others = {name: cell for name, cell in named.items() if not is_grade(cell)}
        # By grade_id: the answer and given cells that stopped, and the texts of the answer cells that did not.
        stops = {name: _stop(cell, self.numbers.get(name, "")) for name, cell in others.items()}
        self.stopped = {name: stop for name, stop in stops.items() if stop}
        self.finished = {name: others[name].source for name in self.numbers if stops.get(name, True) is None}

    def result(self, exercise: str, check: Check) -> CheckResult:
        cell = self.checks[check.grade_id]
        stop = _stop(cell)
        try:
            verdict = _verdict(cell, check.grade_id)
        except VerdictError:
            return CheckResult(check, NOT_YET, None, NoVerdict())
        if verdict is None:
            if stop is None or stop.kind == NOT_RUN:
                return CheckResult(check, NOT_YET, None, NotRun())
            return CheckResult(check, NOT_ATTEMPTED if stop.unwritten else NOT_YET, None, CellStopped(CHECK_CELL, stop))
        if verdict.outcome == CORRECT and stop:
            return CheckResult(check, NOT_YET, verdict, CellStopped(CHECK_CELL, stop))
        if verdict.outcome != NOT_YET:
            return CheckResult(check, verdict.outcome, verdict)
        obstacle = self._obstacle(exercise, verdict)
        return CheckResult(check, NOT_ATTEMPTED if isinstance(obstacle, StubStands) else NOT_YET, verdict, obstacle)

    def _obstacle(self, exercise: str, verdict: Verdict) -> Obstacle | None:
        """Return what stood in the way of a question that was not answered rightly."""
        own = self.stopped.get(exercise)
        if own and own.unwritten:
            return StubStands(own.text)
        if verdict.missing:
            return self._undefined(exercise, verdict.missing)
        return CellStopped(OWN_CELL, own) if own else None

    def _undefined(self, exercise: str, name: str) -> Obstacle | None:
        """Say why a name is missing: a cell stopped, or ran to its end and spells it otherwise."""
        definers = reference.definers(self.assignment.number, name)
        stopped = next((definer for definer in definers if definer in self.stopped), None)
        own = self.stopped.get(exercise)
        finished = next((definer for definer in definers if definer in self.finished), None)
        if finished is not None:
            return DoesNotDefine(self.numbers[finished], name, _alike(name, self.finished[finished]))
        if own is not None and stopped in (None, exercise):
            return CellStopped(OWN_CELL, own, name)
        return CellStopped(OTHER_CELL, self.stopped[stopped], name) if stopped is not None else None


def _alike(name: str, source: str) -> str:
    """Return a name that a cell defines and that is spelt much like another; "" where there is none."""
    try:
        known = reference.definitions(source, variables=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # Such as `%time`: the notebook reads it alone.
        return ""
    short = [one for one in sorted(known) if len(one) <= 2 * len(name)]
    return next(iter(difflib.get_close_matches(name, short[:MOST_NAMES], 1)), "")


def _verdict(cell: Any, check: str) -> Verdict | None:
    """Return what the judge said in a grade cell, first; None where it was not asked, an error if it is another's."""
    outputs = [output["data"] for output in cell.get("outputs", []) if output.output_type == "display_data"]
    written = next((data[VERDICT_MIME] for data in outputs if VERDICT_MIME in data), None)
    if written is None:
        return None
    # As plain dicts and lists: nbformat has types of its own.
    verdict = Verdict.from_json(json.loads(json.dumps(written)))
    if verdict.check != check:
        raise VerdictError(f"This is the verdict of {verdict.check}, and it stands in {check}.")
    return verdict


def _stop(cell: Any, number: str = "") -> Stop | None:
    """Return how a cell stopped; None where it ran to its end."""
    output = next((output for output in cell.get("outputs", []) if output.output_type == "error"), None)
    if output is None:
        return None
    line = cell.metadata.get(kernel.STOPPED_AT, 0)
    lines = cell.source.split("\n")
    if type(line) is not int or not 0 < line <= len(lines):
        return Stop(number, output.ename, output.evalue.rstrip(": ."))
    code = lines[line - 1].strip()
    if is_grade(cell):
        line = submission.visible_line(cell.source, line)
    return Stop(number, output.ename, output.evalue.rstrip(": ."), line, code if line else "")


def title_of(notebook: Any) -> str:
    """Return the title of a notebook, such as "Day 1: one number that remembers"; "" where it has none."""
    headings = (cell.source for cell in notebook.cells if cell.cell_type == "markdown" and cell.source[:2] == "# ")
    return next(headings, "").split("\n")[0][2:].strip()
