# SPDX-License-Identifier: MIT
"""Grade many submissions on all cores, each in a confined process; a broken one does not stop the others.

A *pool* takes tasks and yields what becomes of each. :func:`graded` is this machine's;
:mod:`grading.cluster` has another, over many machines.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.asking import folders
from judge.notebooks import choosing, course, reference, submission
from judge.notebooks.about import language_of
from judge.notebooks.current import at_rest
from judge.run.words import say, speaking
from judge.verdicts import fault_log, marking, processes, warm
from judge.verdicts.alike import mistaken_ahead


@dataclass(frozen=True)
class Task:
    """A submission to be graded."""

    student: str
    path: Path  # the notebook that was handed in
    day: int  # the number of its assignment
    confined: bool = True  # whether its cells are confined
    seed: int | None = None  # what its checks draw their inputs from; None for a new one each
    beside: tuple[choosing.Beside, ...] = ()  # what lies beside the notebook


@dataclass(frozen=True)
class Outcome:
    """What became of a task."""

    task: Task
    notebook: str = ""  # the notebook that was run, as JSON; "" where it was refused
    warnings: tuple[str, ...] = ()  # what was mended in it, or cut short
    trouble: tuple[str, ...] = ()  # those of the warnings that say why some of it was not run
    refused: str = ""  # why it can't be graded; "" where it was
    faults: tuple[str, ...] = ()  # what went wrong in the grader itself while it judged, each with its traceback
    lacking: tuple[str, ...] = ()  # what the confinement lacks on the machine that graded it, a sentence each


# What yields an outcome for each of some tasks, in any order, as they are done.
Pool = Callable[[Sequence[Task]], Generator[Outcome, None, None]]


def killed(task: Task) -> Outcome:
    """Return the outcome of a submission whose worker was killed each time."""
    why = say("The process that graded it was killed, again and again: it may use more than there is.")
    return Outcome(task, refused=why)


def failed(task: Task, error: Exception, faults: Sequence[str] = ()) -> Outcome:
    """Return the outcome of a submission for which something was raised."""
    reason = course.why(error, say("It could not be graded ({}). Please report this."))
    known = isinstance(error, (course.CourseError, OSError))
    own = () if known else ("".join(traceback.format_exception(error)),)
    return Outcome(task, refused=reason, faults=(*faults, *own))


def version(assignment: course.Assignment) -> str:
    """Return a checksum of what a score depends on beside the submission: notebook, questions, judge.

    It is the same in each language.

    Raises:
        CourseError: The assignment has not been built.
    """
    marking.source_notebook(assignment)
    judge = Path(__file__).resolve().parents[1] / "judge"
    questions = folders.root()
    own = [folder for folder in questions.iterdir() if not _is_of_another(folder, assignment)]
    found = [file for folder in (judge / "verdicts", judge / "asking", *own) for file in folder.rglob("*.py")]
    files = [file for file in found if folders.PROOF not in file.parts[len(questions.parts) :]]
    parts = [assignment.own_notebook.read_bytes(), *(file.read_bytes() for file in sorted(files))]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _is_of_another(folder: Path, assignment: course.Assignment) -> bool:
    """Tell whether a folder is that of an exercise of another assignment, and not what all share."""
    try:
        return course.assignment(folder.name) != assignment
    except course.CourseError:
        return False


def grade(task: Task, data: bytes | None = None) -> Outcome:
    """Grade one submission; ``data`` is what its file holds, if that was read already.

    What its learner reads is in the language of the notebook, and what the instructor reads in the one that is spoken.

    Raises:
        NotConfinedHere: Its cells can't be confined on this machine.
    """
    with fault_log.faults() as faults:
        try:
            assignment = course.assignment(task.day)
            content = submission.contents(task.path) if data is None else data
            learner = submission.parsed(content, task.path, outputs=False)
            found = submission.assignment_of(learner, task.path)
            if found != assignment:
                raise submission.UnreadableNotebook("this is a notebook of {day}.", task.path.name, day=found.name)
            with speaking(language_of(learner.metadata)):
                notebook, warnings = submission.rebuild(learner, marking.source_notebook(assignment))
                warnings += [
                    sentence for one in task.beside for sentence in one.for_notebook(learner).sentences(assignment)
                ]
                trouble = marking.run(notebook, assignment, confined=task.confined, seed=task.seed)
            text = json.dumps(notebook)
        except marking.NotConfinedHere:
            raise
        except Exception as error:  # Whatever it is, the others are graded.
            return failed(task, error, faults)
    lacking = tuple(warm.missing_walls()) if task.confined else ()
    return Outcome(task, text, (*warnings, *trouble), tuple(trouble), faults=tuple(faults), lacking=lacking)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def graded(tasks: Sequence[Task], workers: int = 0) -> Generator[Outcome, None, None]:
    """Yield what becomes of each task, as it is done, with ``workers`` processes; 0 for as many as fit.

    They begin at once, and not when the first outcome is asked for.

    Where a worker takes too long, the submission that it had in hand is refused. Where it is killed otherwise, that one
    is tried once more by itself; where it is killed again, it is refused, too.
    """
    if processes.METHOD == "fork":  # Then all workers share what is there before them.
        for number, confined, seed in {(task.day, task.confined, task.seed) for task in tasks}:
            _start(course.assignment(number), confined, seed)
    fitting = max(1, min(cores(), len(tasks) // 4))  # One a core, and no more than there is work for.
    return _outcomes(processes.each(grade, tasks, workers or fitting))


def _outcomes(graded: Iterator[tuple[Task, Any]]) -> Generator[Outcome, None, None]:
    """Yield the outcome of each task; one whose worker was killed is tried once more when all others are done."""
    lost = []
    for task, outcome in graded:
        if isinstance(outcome, processes.Killed) and not outcome.late:
            lost.append(task)
        else:
            yield _outcome(task, outcome)
    for task in lost:
        for _, outcome in processes.each(grade, [task], 1):
            yield killed(task) if isinstance(outcome, processes.Killed) else _outcome(task, outcome)


def _start(assignment: course.Assignment, confined: bool, seed: int | None) -> None:
    """Start the warm process of an assignment, and find out what many submissions need while it gets ready.

    Its self-test comes last. In a second thread, each message of the test would wait for Python's lock.
    """
    marking.begin(assignment, confined)
    warm.load(assignment)
    reference.load(assignment.number)  # Its cells import what no list names.
    ahead: Iterator[object] = iter(())
    if seed is not None:
        ahead = itertools.chain(marking.prepare(assignment, seed), mistaken_ahead(assignment, seed))
    with at_rest():
        while warm.is_getting_ready(assignment, confined) and next(ahead, None) is not None:
            continue
    marking.start(assignment, confined)


def _outcome(task: Task, outcome: Outcome | Exception) -> Outcome:
    if isinstance(outcome, marking.NotConfinedHere):
        raise outcome
    # Anything else: the outcome did not come back complete.
    return failed(task, outcome) if isinstance(outcome, Exception) else outcome
