# SPDX-License-Identifier: MIT
"""A notebook run in a session of the wall, so that nbgrader reads its checks as after its own Execute."""

from __future__ import annotations

import ast
import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import nbformat
from nbgrader import utils

from judge.run.confined import client, copies
from judge.run.confined.client import Ended, Executor, Session
from judge.run.kernel import STOPPED_AT
from judge.run.memory import MUCH_MEMORY, NO_MEMORY
from judge.run.words import say, template
from judge.verdicts.cell_outputs import CellOutputs
from judge.wall import calls, outside
from judge.wall.files import Beside

NOT_RUN, NO_DATA = "NotRun", "NoData"
NOT_PLAIN = template(
    "{name} is of the type {kind}. This check takes numbers, texts, dates, lists, dictionaries, NumPy's arrays and "
    "pandas' tables."
)
NO_ANSWER = template(
    "{call} gives an object of the type {kind}. This check takes numbers, texts, dates, lists, dictionaries, NumPy's "
    "arrays and pandas' tables."
)
# Why a session ended, said of the submission.
OF_SUBMISSION = {
    client.OWN_LINES: template("The submission wrote lines of its own where the grader reads answers"),
    client.NOT_INTERRUPTED: template("The submission could not be interrupted"),
    client.NO_PROCESSOR: template("The submission used up its processor time"),
    client.ENDED_KERNEL: template("The submission ended its kernel"),
    NO_MEMORY: template("The submission used up its memory"),
    MUCH_MEMORY: template("The submission took a lot of memory, and could not be interrupted"),
}
# Why a check runs beside the submission.
NEEDED_LATER = template("later cells use what it defines")
ANSWERS = template("`{call}` takes or gives the type `{kind}`")
LARGE = template("it reads so much data that a submission's may be too much to cross")
LOSES = template("outside, it does not give your solution all points")
SHOWS = template("it shows a figure")
NEEDED_THERE = template("a later cell needs that it ran there")
# Characters of what a check reads of the solution, where it is judged outside: a submission may have more in it.
MOST_READ = copies.MOST_WRITTEN // 4
TOO_LONG = template("The notebook took more than {seconds} seconds")
SKIPPED = "skip-execution"  # the tag by which nbclient leaves a cell out


def run(
    notebook: Any,
    executor: Executor,
    files: Sequence[Beside],
    *,
    seconds_of: Callable[[Any], float | None],
    total: float,
    checks: Checks,
) -> Ran:
    """Run the cells of a notebook in place, one after the other, going on after errors.

    A check that can't be run any more holds an error that says why: nbgrader would give it all points.

    Args:
        notebook: As nbgrader has it after the sanitizing steps.
        executor: The warm process.
        files: What lies beside the notebook.
        seconds_of: Returns the seconds that a cell may take; None for no limit of its own.
        total: The seconds that all cells may take together.
        checks: Which checks are judged outside.

    Returns:
        How it ended.
    """
    session = executor.session()
    try:
        return _Run(notebook, executor, session, seconds_of, total, checks).all_cells(files)
    finally:
        session.close()


class Ran(NamedTuple):
    """How a notebook ended."""

    why: str  # why it was not run to its end, as a sentence without its full stop; "" where it was
    is_late: bool  # whether something of it was stopped for time


def is_check(cell: Any) -> bool:
    """Tell whether nbgrader takes the points of a cell from its outputs."""
    return cell.cell_type == "code" and utils.is_grade(cell) and not utils.is_solution(cell)


def needs_a_look(cell: Any) -> bool:
    """Tell whether a check met data of a type that does not cross: such an answer may be right all the same."""
    return is_check(cell) and any(output.get("ename") == NO_DATA for output in cell.outputs)


class Checks:
    """Which checks of a notebook are judged outside, and what these read.

    Args:
        files: The course's files beside the notebook.
        known: What each of these checks reads, by its id; None where that is found out now, with the solution.
    """

    def __init__(self, files: Sequence[Beside], known: Mapping[str, outside.Needs] | None = None):
        self.files = files
        self.is_learning = known is None
        #: What each of them reads, by its id.
        self.known = dict(known or {})
        #: Why others run beside the submission, by their ids, where that was found out.
        self.why_beside: dict[str, str] = {}
        # Of the solution: names that only cells of the instructor's define, and checks whose names later cells need.
        self._of_instructor: set[str] = set()
        self._needed: set[str] = set()

    def read(self, cells: Sequence[Any]) -> None:
        """Find out what the cells of the solution take from each other."""
        code = [cell for cell in cells if cell.cell_type == "code"]
        needed = calls.names_needed_later([cell.source for cell in code])
        of_answers: set[str] = set()
        for cell, later in zip(code, needed, strict=True):
            names = calls.names_defined(cell.source)
            if utils.is_solution(cell):
                of_answers |= names
            else:
                self._of_instructor |= names - of_answers
            if is_check(cell) and names & later - of_answers:
                self._needed.add(_id(cell))

    def asked(self, cell: Any) -> outside.Needs | None:
        """Return what a check reads and calls that runs outside alone; None for another."""
        needs = self.known.get(_id(cell)) if is_check(cell) else None
        return needs if needs is not None and needs.functions else None

    def to_try(self, cell: Any, found: Mapping[str, Any]) -> outside.Needs | None:
        """Return what a check of the solution reads and calls, if it may be asked."""
        if not self.is_learning or not found["others"]:
            return None
        try:
            if _id(cell) in self._needed:
                raise calls.NotAsked(NEEDED_LATER)
            needs = calls.needs_of(cell.source, found, self._of_instructor)
            self.why_beside[_id(cell)] = say(LOSES)  # Until it does not.
            return needs
        except calls.NotAsked as error:
            self.why_beside[_id(cell)] = str(error)
            return None

    def keep_beside(self, cell: Any) -> None:
        """Let a check run beside the submission that shows something there, such as a figure: it does not cross."""
        if self.is_learning and self.asked(cell) and any(one.output_type == "display_data" for one in cell.outputs):
            self.run_beside(_id(cell), SHOWS)

    def run_beside(self, check: str, why: str) -> None:
        """Let a check run beside the submission, though its points are the same outside."""
        del self.known[check]
        self.why_beside[check] = say(why)

    def names_for(self, cell: Any) -> tuple[str, ...] | None:
        """Return the names whose copies a check may need; None where it runs beside the submission alone."""
        if self.is_learning:
            names = outside.names_read(cell.source)
            if names is None:
                self.why_beside[_id(cell)] = say(calls.NO_PYTHON)
            return names
        needs = self.known.get(_id(cell))
        return None if needs is None else needs.wanted

    def has_room(self, cell: Any, found: Mapping[str, Any]) -> bool:
        """Tell whether what a check reads leaves room for submissions that have more in it than the solution."""
        if not self.is_learning or len(json.dumps(found["data"])) <= MOST_READ:
            return True
        self.why_beside[_id(cell)] = say(LARGE)
        return False

    def needs_for(self, cell: Any, found: Mapping[str, Any]) -> outside.Needs | None:
        """Return what a check reads that is to be judged outside, by what was taken for it; None for another."""
        return outside.needs_of(found) if self.is_learning else self.known.get(_id(cell))

    def learn(self, cell: Any, needs: outside.Needs) -> bool:
        """Keep what a check reads if it gave all points to the solution outside, and return whether it did."""
        _settle(cell)
        points, most = utils.determine_grade(cell)
        # A check may be worth nothing.
        if points is None or points < most or utils.has_failed(cell):
            self.why_beside[_id(cell)] = say(LOSES)
            return False
        self.known[_id(cell)] = needs
        return True


def _id(cell: Any) -> str:
    return str(cell.metadata.nbgrader.get("grade_id", ""))


class _Run:
    def __init__(
        self,
        notebook: Any,
        executor: Executor,
        session: Session,
        seconds_of: Callable[[Any], float | None],
        total: float,
        checks: Checks,
    ):
        self._cells, self._executor, self._session, self._checks = notebook.cells, executor, session, checks
        self._seconds_of, self._total = seconds_of, total
        self._outputs = CellOutputs(notebook.cells)
        self._count = 0
        self._is_late = False

    def all_cells(self, files: Sequence[Beside]) -> Ran:
        end, why = time.monotonic() + self._total, ""
        if self._checks.is_learning:
            self._checks.read(self._cells)
        try:
            self._session.enter(f"notebook-{self._session.number}", [(file.path, file.place) for file in files])
        except Ended as error:
            why = self._reason(error)
        for place, cell in enumerate(self._cells):
            if cell.cell_type != "code":
                continue
            cell.outputs, cell.execution_count = [], None
            left = end - time.monotonic()
            if not why and left <= 0:
                why = say(TOO_LONG, seconds=f"{self._total:g}")
                self._is_late = True
            if why:
                _not_run(cell, why)
            elif self._is_run(cell):
                why = self._cell(place, cell, left)
        return Ran(why, self._is_late)

    def _reason(self, error: Ended) -> str:
        """Return why a session ended, as a sentence on the submission without its full stop."""
        self._is_late = self._is_late or error.is_late
        return say(OF_SUBMISSION.get(str(error), str(error)))

    def _interrupted(self, place: int, seconds: float) -> None:
        self._is_late = True
        self._outputs.was_interrupted(place, seconds)

    def _is_run(self, cell: Any) -> bool:
        """Tell whether a cell is run. A check always is: whoever hands it in may have tagged it."""
        return bool(cell.source.strip()) and (is_check(cell) or SKIPPED not in cell.metadata.get("tags", ()))

    def _cell(self, place: int, cell: Any, left: float) -> str:
        """Run a cell; return why the session ended with it, "" where it goes on."""
        most = self._seconds_of(cell)
        seconds = left if most is None else min(most, left)
        self._count += 1
        cell.execution_count = self._count
        needs = self._checks.asked(cell)
        why = self._run_here(place, cell, seconds) if needs is None else self._ask(place, cell, needs, seconds)
        cell.metadata.pop(STOPPED_AT, None)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = self._count
        if is_check(cell):
            _settle(cell)
        return why

    def _run_here(self, place: int, cell: Any, seconds: float) -> str:
        """Run a cell in the submission's session; return why that ended with it, "" where it goes on."""
        found = self._taken(cell)
        if found is not None:
            self._try_asking(place, cell, found, seconds)
        why = ""
        try:
            given, late = self._session.cell(cell.source, seconds, sealed=True)
            self._outputs.take(place, given)
            if late:
                self._interrupted(place, seconds)
        except Ended as error:
            why = self._reason(error)
            self._outputs.ended_the_process(place, why)
        if found is not None:
            self._judge_outside(place, cell, found, seconds)
        self._checks.keep_beside(cell)
        return why

    def _try_asking(self, place: int, cell: Any, found: dict[str, Any], seconds: float) -> None:
        """Find out whether a check gives the solution all points where it is asked; it changes nothing of that."""
        needs = self._checks.to_try(cell, found)
        if needs is None:
            return
        with contextlib.suppress(Ended, outside.Late), self._session.standing(seconds):
            shown = self._asked(cell, needs, found, seconds)
            self._outputs.take(place, shown.outputs)
            if not shown.strange:
                self._checks.learn(cell, needs)
            for call, kind in shown.strange:
                self._checks.why_beside[_id(cell)] = say(ANSWERS, call=call, kind=kind)
        self._outputs.clear(place)

    def _asked(self, cell: Any, needs: outside.Needs, found: dict[str, Any], seconds: float) -> outside.Shown:
        return outside.asked(
            cell.source, needs, found, self._session, self._executor, self._checks.files, seconds,
            count=self._count,
        )  # fmt: skip

    def _ask(self, place: int, cell: Any, needs: outside.Needs, seconds: float) -> str:
        """Run a check outside, with its calls put to the submission; return why the session ended, "" if it goes on."""
        end = time.monotonic() + seconds
        try:
            found = self._session.take(needs.wanted, outside.TAKE_SECONDS)
            shown = self._asked(cell, needs, found, seconds)
            self._outputs.take(place, shown.outputs)
            _explain(cell, shown.strange)
            _add_strangers(cell, needs, found)
            # As a cell of the submission's own, so that its cells keep their numbers.
            self._session.cell(calls.imports_of(cell.source) or "pass", max(1.0, end - time.monotonic()), sealed=True)
        except outside.Late:
            self._interrupted(place, seconds)
        except Ended as error:
            why = self._reason(error)
            self._outputs.ended_the_process(place, why)
            return "" if self._session.is_open else why
        return ""

    def _taken(self, cell: Any) -> dict[str, Any] | None:
        """Return what a check reads, taken before it runs; None where it is judged beside the submission."""
        if not is_check(cell):
            return None
        names = self._checks.names_for(cell)
        if names is None:
            return None
        try:
            found = self._session.take(names, outside.TAKE_SECONDS)
        except Ended:  # What the cell says of it, it says itself.
            return {"data": {}, "imports": {}, "others": {}}
        return found if self._checks.has_room(cell, found) else None

    def _judge_outside(self, place: int, cell: Any, found: dict[str, Any], seconds: float) -> None:
        """Let what a check shows on copies in a clean session stand for what it shows beside the submission."""
        needs = self._checks.needs_for(cell, found)
        if needs is None:
            return
        beside = cell.outputs
        self._outputs.clear(place)
        try:
            given = outside.outputs_of(
                cell.source, needs, found, self._executor, self._checks.files, seconds,
                interrupted=lambda: self._interrupted(place, seconds),
            )  # fmt: skip
            self._outputs.take(place, given)
        except Ended as error:
            self._outputs.ended_the_process(place, self._reason(error))
        _add_strangers(cell, needs, found)
        if self._checks.is_learning and not self._checks.learn(cell, needs):
            cell.outputs = beside


def _explain(cell: Any, strange: Sequence[tuple[str, str]]) -> None:
    """Say in a check which answers that it used are no data: in the error that it stopped with, if it did."""
    for call, kind in strange:
        text = say(NO_ANSWER, call=f"`{call}`", kind=f"`{kind}`")
        _say_no_data(cell, text, (NO_DATA, f"{call}: {kind}"))


def _add_strangers(cell: Any, needs: outside.Needs, found: Mapping[str, Any]) -> None:
    """Say in a check which names that it reads are no data."""
    for name, kind in found["others"].items():
        if name in needs.names:
            text = say(NOT_PLAIN, name=f"`{name}`", kind=f"`{kind}`")
            # Outside, such a name stands for nothing; in the submission it is defined.
            _say_no_data(cell, text, ("NameError", f"name '{name}' is not defined"))


def _say_no_data(cell: Any, text: str, instead: tuple[str, str]) -> None:
    """Say in a check what is no data, in place of the error that came of it, if one did."""
    own = [each for each in cell.outputs if (each.get("ename"), each.get("evalue")) == instead]
    for error in own:
        head = [line.replace(error.ename, NO_DATA, 1) for line in error.traceback[:2]]
        error.ename, error.evalue = NO_DATA, text
        error.traceback = [*head, *error.traceback[2:-1], _last_line(NO_DATA, text)]
    if not own:
        _add_error(cell, NO_DATA, text)


def _not_run(cell: Any, why: str) -> None:
    if is_check(cell):
        _add_error(cell, NOT_RUN, say("This check was not run. {why}.", why=why))


def _add_error(cell: Any, kind: str, text: str) -> None:
    shown = [_last_line(kind, text)]
    cell.outputs.append(nbformat.v4.new_output("error", ename=kind, evalue=text, traceback=shown))


def _last_line(kind: str, text: str) -> str:
    """Return how the end of a traceback says an error: each sentence on a line, since pages break none."""
    return f"{kind}: {text}".replace(". ", ".\n")


def _settle(cell: Any) -> None:
    """Let the value of a check's last line alone be what nbgrader takes for partial credit, up to the check's points.

    Whatever else a cell shows as a value may come from the submission, which can call what shows values.
    """
    values = [output for output in cell.outputs if output.output_type == "execute_result"]
    own = values[-1:] if _ends_with_value(cell.source) and cell.outputs and cell.outputs[-1] in values[-1:] else []
    for output in values:
        if not any(output is one for one in own):
            output.output_type = "display_data"
            del output["execution_count"]
    try:
        utils.determine_grade(cell)
    except (KeyError, ValueError):
        most = cell.metadata.nbgrader["points"]
        _add_error(cell, NOT_RUN, say("The value of this check is more than its points, {most}.", most=most))
        cell.outputs.insert(0, cell.outputs.pop())  # nbgrader looks no further than the first that counts.


def _ends_with_value(source: str) -> bool:
    """Tell whether the last line of a cell is a value, as far as that is plain Python."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # A magic: IPython knows.
    return bool(body) and isinstance(body[-1], ast.Expr) and not source.rstrip().endswith(";")
