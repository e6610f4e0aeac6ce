# SPDX-License-Identifier: MIT
"""Run a rebuilt notebook in a confined process, and judge its checks out here."""

from __future__ import annotations

import ast
import contextlib
import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from judge.notebooks.cells import EXTRA, grade_id, is_answer, is_grade
from judge.run.confined.client import Ended, Executor, Session
from judge.run.kernel import MOST_LEFT_OUT, cut_short
from judge.verdicts.budget import Budget
from judge.verdicts.cell_outputs import CellOutputs
from judge.verdicts.in_copies import InCopies, Progress
from judge.verdicts.needed import is_given, needed
from judge.verdicts.questions import Questions
from judge.verdicts.right_code import RightCode
from judge.verdicts.run_state import RunState
from judge.verdicts.seeds import Seeds
from reading.notebook_file import names_of


class NotebookRun:
    """Does what :func:`judge.verdicts.marking.run` says, by means of a warm process.

    A cell that ends its process, or can't be interrupted, is left out, and what stands before it is run again in a new
    one. Checks that were judged by then keep their verdicts.

    Args:
        notebook: The rebuilt notebook; its cells get their outputs.
        executor: The warm process of its assignment.
        seconds: Seconds that a cell may take.
        total_seconds: Seconds that all of it may take, from now on.
        seeds: What the inputs of its checks are drawn from.
        progress: Is called as each check is judged.
    """

    def __init__(
        self, notebook: Any, executor: Executor, seconds: float, total_seconds: float, seeds: Seeds, progress: Progress
    ):
        self._cells = notebook.cells
        self._executor = executor
        self._places = needed(notebook)
        self._checks = {place: str(grade_id(cell)) for place, cell in enumerate(self._cells) if is_grade(cell)}
        self._left_out: dict[int, str] = {}
        self._judged: set[int] = set()
        self._outputs = CellOutputs(self._cells)
        self._budget = Budget(seconds, total_seconds)
        state = RunState(
            cells=self._cells,
            checks=self._checks,
            judged=self._judged,
            outputs=self._outputs,
            seeds=seeds,
            right=RightCode(self._checks, self._judged),
            budget=self._budget,
        )
        self._in_copies = InCopies(state, Questions(state), progress)

    def to_the_end(self) -> list[str]:
        """Run the notebook, and return what kept it from running to its end, one sentence each.

        Raises:
            Gone: The warm process was killed.
            Ended: The session ended before any cell had run.
        """
        again = True
        while again and len(self._left_out) <= MOST_LEFT_OUT:
            with contextlib.closing(self._executor.session()) as session:
                again = self._once(session)
        late_after = self._budget.total_seconds if self._budget.is_late else None
        return cut_short(self._cells, self._left_out, went_on=not again, late_after=late_after)

    def _groups(self) -> list[list[int]]:
        """Return the places of what is left to run: each cell by itself, and checks with no other cell between them."""
        left = [place for place in self._places if place not in self._left_out and place not in self._judged]
        ordered = self._with_checks_together(left)
        groups = itertools.groupby(ordered, lambda place: -1 if place in self._checks else place)
        return [list(group) for _, group in groups]

    def _with_checks_together(self, places: list[int]) -> list[int]:
        """Return places in an order that leaves fewer groups of checks, and so needs fewer copies of the process.

        A cell moves up, before the checks above it, if it only defines names that nothing down to the last of these
        checks mentions. So no check is answered otherwise.
        """
        ordered: list[int] = []
        waiting: list[int] = []
        mentioned: set[str] = set()
        since_the_last_check: set[str] = set()
        for place in places:
            source = self._cells[place].source
            defined, used = names_of(source)
            since_the_last_check |= defined | used
            if place in self._checks:
                waiting.append(place)
                mentioned |= since_the_last_check
                since_the_last_check.clear()
                continue
            if not (only_defines(source) and mentioned.isdisjoint(defined)):
                ordered += waiting
                waiting = []
            ordered.append(place)
        return ordered + waiting

    def _once(self, session: Session) -> bool:
        """Run what is left, and return whether the rest has to be run in a new process, from the first cell on.

        Raises:
            Ended: The session ended before any cell had run.
        """
        ran: list[int] = []
        to_do = self._groups()
        for group in to_do:
            if not self._budget.left():
                self._budget.is_late = True
                return False
            if group[0] not in self._checks:
                (place,) = group
                ran.append(place)
                try:
                    self._run_cell(session, place)
                except Ended as error:
                    self._leave_out(self._guilty(ran), error)
                    return True
                continue
            try:
                self._in_copies.judge(session, group)
            except Ended as error:
                if not ran:
                    raise
                self._leave_out(self._guilty(ran), error)
                return True
            if not session.is_open:
                some_is_left = not self._judged.issuperset(group)
                return some_is_left or group is not to_do[-1]
        return False

    def _run_cell(self, session: Session, place: int) -> None:
        """Run a cell, and leave its outputs in it.

        Raises:
            Ended: The cell ended its process, or could not be interrupted.
        """
        cell = self._cells[place]
        is_own = is_answer(cell) or EXTRA in cell.metadata.get("tags", [])
        seconds = self._budget.for_cell(is_trial=not is_own and not is_given(cell))
        outputs, interrupted = session.cell(cell.source, seconds, not is_own)
        self._outputs.clear(place)
        self._outputs.take(place, outputs)
        if interrupted:
            self._outputs.was_interrupted(place, seconds)

    def _guilty(self, ran: list[int]) -> int:
        """Return the latest cell that ran anything: one that only defines names takes no process, thread or memory."""
        for place in reversed(ran):
            if not only_defines(self._cells[place].source):
                return place
        return ran[-1]

    def _leave_out(self, place: int, error: Ended) -> None:
        """Run a cell no more, and say why in it."""
        self._left_out[place] = str(error)
        self._outputs.clear(place)
        self._outputs.ended_the_process(place, str(error))


# Python's own functions that only wrap what they decorate.
_WRAPPERS = {"property", "staticmethod", "classmethod"}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)


@lru_cache(maxsize=1024)  # Most cells of a class are the same.
def only_defines(source: str) -> bool:
    """Tell whether a cell only gives names to literals, functions and classes."""
    try:
        return all(map(_is_definition, ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _is_definition(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef():
            evaluated = [node.args, *filter(None, [node.returns])]
            return all(map(_only_wraps, node.decorator_list)) and _calls_nothing(evaluated)
        case ast.ClassDef():
            is_plain = not node.decorator_list and not node.keywords and _calls_nothing(node.bases)
            return is_plain and all(map(_is_definition, node.body))
        case ast.Assign():
            return all(isinstance(target, ast.Name) for target in node.targets) and _is_literal(node.value)
        case ast.Expr():
            return _is_literal(node.value)
    return False


def _only_wraps(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Name(id=name):
            return name in _WRAPPERS
        case ast.Attribute(value=ast.Name(), attr="setter"):  # Of a property of the same class.
            return True
    return False


def _is_literal(node: ast.expr) -> bool:
    """Tell whether a value takes nothing to compute, and calls no function."""
    match node:
        case ast.Constant() | ast.Name():
            return True
        case ast.Tuple() | ast.List() | ast.Set():
            return all(map(_is_literal, node.elts))
        case ast.Dict():
            return None not in node.keys and all(map(_is_literal, [*node.keys, *node.values]))
    return _is_number(node)


def _is_number(node: ast.expr) -> bool:
    """Tell whether a value is a number, or arithmetic with numbers."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, (int, float, complex))
        case ast.UnaryOp():
            return _is_number(node.operand)
        case ast.BinOp(op=op):
            return isinstance(op, _ARITHMETIC) and _is_number(node.left) and _is_number(node.right)
    return False


def _calls_nothing(nodes: Iterable[ast.AST]) -> bool:
    """Tell whether parts of a definition, which Python evaluates at once, contain no call."""
    return not any(isinstance(part, ast.Call) for node in nodes for part in ast.walk(node))
