# SPDX-License-Identifier: MIT
"""Run a rebuilt notebook in a confined process, and judge its checks out here.

The outputs are left in the notebook's cells as a kernel would leave them, so whoever reads them need not know where
they come from. Expected values stay in this process: only typed answers cross, as bounded JSON.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import itertools
import json
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import nbformat

from judge.asking import kept_away
from judge.asking.ask import count, judged_by_others
from judge.asking.folders import exercise_of, folder
from judge.notebooks import reference
from judge.notebooks.about import about
from judge.notebooks.cells import EXTRA, grade_id, is_answer, is_grade, is_solution
from judge.notebooks.course import Day, days, stamp
from judge.notebooks.submission import visible_lines
from judge.run.answers import MOST_LINES, Answer, AnswerError, Place, Unexpected, from_json, record
from judge.run.bounded import PROCESSOR_SECONDS, SECONDS_TO_WAIT
from judge.run.confined.client import TOO_LONG, CopyEnded, Ended, Executor, Session, Settings
from judge.run.confined.client import NotConfinedHere as NotConfinedHere
from judge.run.confined.selftest import ATTACKS, ONE_WALL, selftest
from judge.run.kernel import KERNEL_ENDED, MOST_LEFT_OUT, STOPPED_AT, TIMED_OUT, cut_short
from judge.run.words import say, template
from judge.verdicts import harmless, render
from judge.verdicts.decide import decide, is_correct
from judge.verdicts.needed import is_given, needed
from judge.verdicts.right_code import NotYetAllowed, RightCode, needs_of
from judge.verdicts.seeds import Seeds
from judge.verdicts.verdict import CORRECT, NOT_YET, VERDICT_MIME, Verdict

# What is called when a check is asked, with its place among the checks and their number.
Progress = Callable[[int, int], None]

# Where the packages are: beside the course's files, or elsewhere.
PROJECT = Path(__file__).resolve().parents[2]

# Silent unless a handler is attached.
LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())
LOG.propagate = False

# What the outputs of all cells of a notebook may hold together. The outputs of a whole day have 1,200,000 characters.
MOST_SHOWN = 10_000_000
NO_ROOM = template(
    "[an output of {size:,} characters is left out: all outputs of a notebook together have {most:,} at most]\n"
)

# What a question may take at first, and once something had no end in the notebook: seconds of the processor beside
# those for its lines, seconds to wait, and bytes of data beside what the libraries hold: the notebook's own count.
FIRST = {"processor": PROCESSOR_SECONDS, "waits": SECONDS_TO_WAIT, "memory": 768 * 2**20}
SHORT = FIRST | {"processor": 0.25, "waits": 0.2}
# Seconds for a cell of the course's own that tries a learner's code, which takes milliseconds where the code ends; and
# for each cell once something had no end, since it may call that.
TRIAL_SECONDS, SHORT_CELL_SECONDS = 3.0, 15.0
# After so many checks of an exercise that had to be ended the rest of that exercise is not asked; after so many of the
# notebook, each further exercise has one.
MOST_ENDED, MOST_ENDED_IN_ALL = 4, 8

_started: dict[tuple[str, ...], Executor] = {}


def executor_of(day: Day, confined: bool) -> Executor:
    """Return the warm process of a day: one for all days that need the same, started when it is needed first.

    A process that was forked from this one, such as a worker of :mod:`grading.batch`, shares it, and starts
    its own if that one was killed. On macOS workers are not forked, and a worker of dask is a separate process: each of
    them starts one. Where strangers' code is ``confined``, the process is attacked from inside before it is used.

    Raises:
        NotConfinedHere: It can't be confined on this machine.
    """
    settings = settings_for(day, confined)
    key, of_parent = ((str(process), str(confined), *settings.modules) for process in (os.getpid(), os.getppid()))
    if key not in _started or not _started[key].is_alive():
        if key in _started:  # It was killed; what stood below it goes with its connection.
            _started.pop(key).close()
        if of_parent in _started and _started[of_parent].is_alive():
            _started[key] = _started[of_parent].shared()
            return _started[key]
        executor = Executor(settings)
        # In a process that multiprocessing began, too.
        Finalize(None, executor.close, exitpriority=0)
        try:
            if confined:
                selftest(executor)
        except BaseException:
            executor.close()
            raise
        _started[key] = executor
    return _started[key]


def tried_out(day: Day) -> tuple[int, list[str]]:
    """Attack the warm process of a day from inside; return how many attacks were tried, and which limits hold and lack.

    Raises:
        NotConfinedHere: One got through, or nothing can be confined on this machine.
    """
    limits = selftest(executor_of(day, True))
    return len(ATTACKS), [limits, *missing_walls()]


def missing_walls() -> list[str]:
    """Return what the confinement of this process's notebooks lacks on this machine, a sentence each."""
    confined = [executor for (_, is_confined, *_), executor in _started.items() if is_confined == str(True)]
    return [say(ONE_WALL)] if any(not executor.has_second_wall for executor in confined) else []


def close_executors() -> None:
    """End the warm processes of this process; the next notebook starts one anew."""
    for key in [key for key in _started if key[0] == str(os.getpid())]:
        _started.pop(key).close()


def load(day: Day) -> None:
    """Import what takes long of what a day's notebooks import, for all processes that are forked from this one."""
    for module in set(settings_for(day, True).modules) & set(about().process.where_named.values()):
        importlib.import_module(module)


@contextlib.contextmanager
def faults() -> Iterator[list[str]]:
    """Gather what can't be judged meanwhile, by a fault of the grader: the check, and a traceback, as text."""
    heard: list[str] = []
    listener = logging.Handler()
    listener.emit = lambda record: heard.append(listener.format(record))  # type: ignore[method-assign]
    LOG.addHandler(listener)
    try:
        yield heard
    finally:
        LOG.removeHandler(listener)


def settings_for(day: Day, confined: bool) -> Settings:
    """Return what a warm process for a day prepares; days that import the same share one."""
    process = about().process
    modules, _ = _needs_of(day, stamp(day.name))
    alike = [exercises for like, exercises in (_needs_of(one, stamp(one.name)) for one in days()) if like == modules]
    return Settings(
        modules=modules,
        questions=("judge.asking.questioner", "questioner"),
        days=[exercise for exercises in alike for exercise in exercises],
        paths=[str(PROJECT)],
        seen=[str(PROJECT / name) for name in process.packages],
        hidden=process.hidden,
        collections=process.collections,
        confined=confined,
    )


@lru_cache(maxsize=16)
def _needs_of(day: Day, changed: int) -> tuple[list[str], list[str]]:
    """Return the modules that a day's notebooks import, PyTorch only where the day uses it, and its exercises."""
    # A master is slow to read.
    built = reference.source_notebook(day).cells if day.source_notebook.exists() else reference.cells(day.number)
    cells = [cell for cell in built if cell.cell_type == "code"]
    exercises = [str(grade_id(cell)) for cell in cells if is_solution(cell)]
    run = [cell.source for cell in cells if is_answer(cell) or is_given(cell)]
    probes = [file for name in exercises for file in folder(name).rglob("probes*") if file.suffix == ".py"]
    texts = [*run, *(file.read_text("utf-8") for file in probes)]
    process = about().process
    named = [module for word, module in process.where_named.items() if any(word in text for text in texts)]
    return [*process.modules, *named], exercises


class Run:
    """Does what :func:`judge.verdicts.marking.run` says, by means of a warm process.

    A cell that ends its process, or can't be interrupted, is left out, and what stands before it is run again in a new
    one. Checks that were judged by then keep their verdicts.
    """

    def __init__(
        self, notebook: Any, executor: Executor, seconds: float, total_seconds: float, seeds: Seeds, progress: Progress
    ):
        self._cells, self._executor, self._seeds, self._progress = notebook.cells, executor, seeds, progress
        self._seconds, self._total_seconds, self._end = seconds, total_seconds, time.monotonic() + total_seconds
        self._places = needed(notebook)
        self._checks = {place: str(grade_id(cell)) for place, cell in enumerate(self._cells) if is_grade(cell)}
        own = [cell for cell in self._cells if is_answer(cell) or EXTRA in cell.metadata.get("tags", [])]
        self._own = dict.fromkeys(cell.source.strip() for cell in own)
        self._left_out: dict[int, str] = {}
        self._judged: set[int] = set()
        self._asked_again: set[int] = set()
        self._sizes: Counter[int] = Counter()  # Of what each cell shows.
        # What checks of the present group answered, by their seeds: whatever becomes of a copy, that counts.
        self._known: dict[tuple[str, int], tuple[list[Answer], bool]] = {}
        self._right = RightCode(self._checks, self._judged)
        self._asking = ""
        # Whether something had no end, and how many checks of each exercise had to be ended.
        self._is_short, self._ended = False, Counter[str]()
        self._late = False

    def to_the_end(self) -> list[str]:
        """Run the notebook, and return what kept it from running to its end, one sentence each."""
        again = True
        while again and len(self._left_out) <= MOST_LEFT_OUT:
            with contextlib.closing(self._executor.session()) as session:
                again = self._once(session)
        late_after = self._total_seconds if self._late else None
        return cut_short(self._cells, self._left_out, went_on=not again, late_after=late_after)

    def _left(self) -> float:
        return min(self._seconds, max(0.0, self._end - time.monotonic()))

    def _groups(self) -> list[list[int]]:
        """Return the places of what is left to run: each cell by itself, and checks that stand beside each other."""
        left = [place for place in self._places if place not in self._left_out and place not in self._judged]
        groups = itertools.groupby(left, lambda place: -1 if place in self._checks else place)
        return [list(group) for _, group in groups]

    def _once(self, session: Session) -> bool:
        """Run what is left, and return whether the rest has to be run in a new process, from the first cell on."""
        ran: list[int] = []
        to_do = self._groups()
        for group in to_do:
            if not self._left():
                self._late = True
                return False
            if group[0] in self._checks:
                try:
                    self._judge_all(session, group)
                except Ended as error:
                    if not ran:
                        raise
                    return self._leave_out(self._guilty(ran), error)
                if not session.is_open:
                    return group is not to_do[-1] or not self._judged.issuperset(group)
                continue
            (place,) = group
            ran.append(place)
            try:
                self._run_cell(session, place)
            except Ended as error:
                return self._leave_out(place, error)
        return False

    def _run_cell(self, session: Session, place: int) -> None:
        cell = self._cells[place]
        is_own = cell.source.strip() in self._own
        seconds = SHORT_CELL_SECONDS if self._is_short else self._seconds
        seconds = min(self._left(), seconds if is_own or is_given(cell) else TRIAL_SECONDS)
        outputs, interrupted = session.cell(cell.source, seconds, not is_own)
        cell.outputs, self._sizes[place] = [], 0
        self._take(place, outputs)
        if interrupted:
            error = _error(TIMED_OUT, say("The cell was stopped after {seconds:.0f} seconds.", seconds=seconds))
            # Where it was stopped stands in the traceback of the interrupt.
            error.traceback += [line for output in cell.outputs for line in output.get("traceback", [])]
            cell.outputs = [*(output for output in cell.outputs if output.output_type != "error"), error]

    def _guilty(self, ran: list[int]) -> int:
        """Return the latest cell that ran anything: one that only defines names takes no process, thread or memory."""
        return next((place for place in reversed(ran) if not only_defines(self._cells[place].source)), ran[-1])

    def _leave_out(self, place: int, error: Ended) -> bool:
        self._left_out[place] = str(error)
        self._cells[place].outputs = [_error(KERNEL_ENDED, str(error))]
        return True

    # Checks

    def _judge_all(self, session: Session, places: list[int]) -> None:
        """Judge checks, until none is left or the session has come to its end.

        Raises:
            Ended: The session ended before anything was asked.
        """
        waiting = list(places)
        self._known.clear()
        while waiting and session.is_open and self._left():
            asked, before, was_short = None, None, self._is_short
            try:
                with session.standing(max(self._end - time.monotonic(), 0.1), SHORT if was_short else FIRST):
                    self._right.there.clear()
                    # All are asked before one is judged: what is asked to explain a verdict shows that it was wrong.
                    for place in list(waiting):
                        question = self._checks[place], self._seeds.of(self._checks[place])
                        if self._is_short == was_short and question not in self._known:
                            before, asked = asked, place
                            self._ask_first(session, *question)
                    # Once something had no end, the others are asked in a copy with less of everything.
                    while waiting and session.is_open and self._is_short == was_short:
                        before, asked = asked, waiting.pop(0)
                        self._judged.add(asked)
                        self._progress(len(self._judged), len(self._checks))
                        try:
                            self._judge(session, asked)
                        except NotYetAllowed as error:
                            self._put_off(waiting, asked, error)
            except Ended as error:
                if asked is None:
                    raise
                if asked in waiting:
                    waiting.remove(asked)
                    self._judged.add(asked)
                    self._cells[asked].outputs = []
                if str(error) == TOO_LONG:
                    self._is_short = True
                    self._give_up(waiting, asked)
                elif self._may_be_asked_again(asked, before, error):
                    # The check before it may have done that: this one is asked again, in another copy.
                    self._asked_again.add(asked)
                    self._cells[asked].outputs = []
                    self._judged.discard(asked)
                    waiting.insert(0, asked)
                    continue
                if not self._is_wrong(asked):
                    self._cells[asked].outputs.append(_error(KERNEL_ENDED, str(error)))
        self._late = self._late or bool(waiting and not self._left())

    def _may_be_asked_again(self, place: int, before: int | None, error: Ended) -> bool:
        is_first = before in (None, place) or place in self._asked_again
        return isinstance(error, CopyEnded) and not is_first and not self._is_wrong(place)

    def _ask_first(self, session: Session, check: str, seed: int) -> None:
        """Keep the answers to a check, unless it needs right code: that has to wait for what it would answer."""
        reply = self._reply(session, self._message("ask", check, seed))
        if "needs" not in reply:
            self._known[check, seed] = _read(check, reply)

    def _give_up(self, waiting: list[int], place: int) -> None:
        """Leave out the rest of an exercise of which too many checks had no end."""
        exercise = exercise_of(self._checks[place])
        self._ended[exercise] += 1
        if self._ended[exercise] < MOST_ENDED and self._ended.total() <= MOST_ENDED_IN_ALL:
            return
        for other in [other for other in waiting if exercise_of(self._checks[other]) == exercise]:
            waiting.remove(other)
            self._judged.add(other)
            self._cells[other].outputs = [_error(KERNEL_ENDED, TOO_LONG)]

    def _is_wrong(self, place: int) -> bool:
        """Tell whether a check has a verdict, and it is not right."""
        return bool(self._cells[place].outputs) and self._checks[place] in self._right.lost

    def _take(self, place: int, outputs: Any) -> None:
        """Leave what came from the confined process in its cell, as far as the notebook has room for it."""
        if line := harmless.line_of(outputs):
            self._cells[place].metadata[STOPPED_AT] = line
        room = MOST_SHOWN - sum(self._sizes.values())
        for output in harmless.outputs_of(outputs):
            size = harmless.size_of(output)
            if size > room:
                text = say(NO_ROOM, size=size, most=MOST_SHOWN)
                output = nbformat.v4.new_output("stream", text=text)
                size = harmless.size_of(output)
            room -= size
            self._sizes[place] += size
            self._cells[place].outputs.append(output)

    def _put_off(self, waiting: list[int], place: int, error: NotYetAllowed) -> None:
        """Let a check wait for the others of its copy: what it needs would answer one of them."""
        check = self._checks[place]
        if self._right.may_wait(check):
            self._judged.discard(place)
            waiting.append(place)
        else:
            LOG.error("%s can't be judged: %s", check, error)
            self._cells[place].outputs = _verdict_output(Verdict(check, NOT_YET, self._seeds.of(check), unjudged=True))

    def _judge(self, session: Session, place: int) -> None:
        cell, check = self._cells[place], self._checks[place]
        cell.outputs, self._sizes[place] = [], 0
        verdict = self._verdict(session, cell, check, seed := self._seeds.of(check))
        if verdict.outcome == CORRECT and not self._seeds.was_right(check, seed):
            verdict = self._verdict(session, cell, check, seed := self._seeds.of(check))
        if verdict.outcome == CORRECT:
            shadows = self._answers(session, check, seed)[1]
            if shadows and is_correct(check, self._ask(session, check, seed, clear=True)[0], seed):
                session.ask(self._message("clear", check, seed), self._left())
            shown = session.ask({"do": "cell", "source": _without_hidden(cell.source), "plain": True}, self._left())
            self._take(place, shown.get("outputs"))
        elif verdict.outcome == NOT_YET:
            self._seeds.was_wrong(check, seed)

    def _verdict(self, session: Session, cell: Any, check: str, seed: int) -> Verdict:
        """Ask a check, and leave what is said of the answers in its cell."""

        def ask(other: str) -> list[Answer]:
            return self._answers(session, other, seed)[0]

        def trail(probe: str, inputs: dict[str, Any]) -> tuple[Place, ...]:
            message = {**self._message("trail", check, seed), "probe": probe, "inputs": inputs}
            return _places(self._put(session, check, message))

        self._asking = check
        answers, _ = self._answers(session, check, seed)
        if check in self._right.lost and is_correct(check, answers, seed):
            answers = [Unexpected("", "changed")] * len(answers)
        try:
            return self._decided(cell, check, answers, seed, ask, trail)
        except NotYetAllowed:
            self._right.lost.add(check)  # Only what the mistake is called has to wait.
            raise
        except Ended:
            # More was asked, which shows that it is wrong: the verdict is on what it answered before.
            self._right.lost.add(check)
            self._decided(cell, check, answers, seed)
            self._seeds.was_wrong(check, seed)
            raise

    def _decided(self, cell: Any, check: str, answers: list[Answer], seed: int, *more: Any) -> Verdict:
        """Leave the verdict on answers in a check's cell; ``more`` is what :func:`decide` takes to find out more."""
        try:
            verdict = decide(check, answers, seed, *more)
            Verdict.from_json(json.loads(json.dumps(verdict.as_json())))  # It is written, and read by others.
        except (Ended, NotYetAllowed):
            raise
        except Exception:
            # An answer of a form that nobody thought of, or another fault of ours: the learner reads that it is ours,
            # and the log says which.
            LOG.exception("%s, seed %s: could not be judged", check, seed)
            verdict = Verdict(check, NOT_YET, seed, unjudged=True)
        cell.outputs = _verdict_output(verdict)
        return verdict

    def _message(self, do: str, check: str, seed: int) -> dict[str, Any]:
        defined, own = sorted(reference.defined_by(check)), list(self._own)
        return {"do": do, "check": check, "seed": seed, "defined": defined, "own": own}

    def _answers(self, session: Session, check: str, seed: int) -> tuple[list[Answer], bool]:
        """Return the answers to a check, and whether names of Python's own stand for something else.

        Nothing is asked twice: neither what was asked to name the mistake of another check, nor what a copy answered
        before it ended.
        """
        if (check, seed) not in self._known:
            self._known[check, seed] = self._ask(session, check, seed)
        return self._known[check, seed]

    def _ask(self, session: Session, check: str, seed: int, clear: bool = False) -> tuple[list[Answer], bool]:
        return _read(check, self._put(session, check, {**self._message("ask", check, seed), "clear": clear}))

    def _put(self, session: Session, check: str, message: dict[str, Any]) -> dict[str, Any]:
        """Put a check's questions, with the right code that they need as soon as it is allowed."""
        names: list[str] = []
        count(check)  # What its questions may name is known once they are loaded.
        while True:
            code = self._right.code_of(names, self._asking)
            reply = self._reply(session, {**message, "right": code})
            names = needs_of(reply)
            if not names or not kept_away.known().issuperset(names) or self._right.there.issuperset(names):
                return reply

    def _reply(self, session: Session, message: dict[str, Any]) -> dict[str, Any]:
        reply = session.ask(message, self._left())
        self._is_short = self._is_short or reply.get("stopped") is True
        return reply


def _read(check: str, reply: dict[str, Any]) -> tuple[list[Answer], bool]:
    """Return the answers that a reply holds, and whether names of Python's own stand for something else."""
    wanted = count(check)
    try:
        answers = [from_json(answer) for answer in reply["answers"]]
    except (AnswerError, KeyError, TypeError, RecursionError):
        answers = []
    # Nobody answers so but who writes into the connection.
    answers = answers if len(answers) == wanted else [Unexpected("", "others")] * wanted
    return judged_by_others(check, answers), reply.get("shadows") is True


def _places(reply: dict[str, Any]) -> tuple[Place, ...]:
    try:
        return tuple(record(Place, line) for line in reply["lines"])[:MOST_LINES]
    except (KeyError, TypeError):
        return ()


def _verdict_output(verdict: Verdict) -> list[Any]:
    """Return a verdict as the outputs of its cell: what the judge shows in a notebook, and the error that it raises."""
    data = {"text/plain": f"{verdict.check}: {verdict.outcome}.", VERDICT_MIME: verdict.as_json()}
    shown = nbformat.from_dict({"output_type": "display_data", "metadata": {}, "data": data})
    return [shown] if verdict.outcome == CORRECT else [shown, _error("NotYet", render.message(verdict).text())]


def _error(name: str, text: str) -> Any:
    line = text if name == "NotYet" else f"{name}: {text}"
    return nbformat.from_dict({"output_type": "error", "ename": name, "evalue": text, "traceback": [line]})


def _without_hidden(source: str) -> str:
    """Return a grade cell's text with its hidden lines left empty: the others keep their numbers."""
    visible = dict(visible_lines(source))
    return "\n".join(visible.get(number, "") for number in range(1, source.count("\n") + 2))


# What a value is made of that takes nothing to compute.
_LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.unaryop, ast.Name, ast.expr_context)


def only_defines(source: str) -> bool:
    """Tell whether a cell only gives names to literals, functions and classes."""
    try:
        return all(map(_is_definition, ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
        return False
    if isinstance(node, ast.ClassDef):
        return all(map(_is_definition, node.body))
    if isinstance(node, ast.Assign | ast.Expr):
        return all(isinstance(part, _LITERAL) for part in ast.walk(node.value))
    return isinstance(node, ast.FunctionDef)
