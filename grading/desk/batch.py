# SPDX-License-Identifier: MIT
"""Grade many submissions on all cores: each in a confined process, and one that is broken stops nobody."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

import nbformat

from grading.judging import marking
from grading.notebooks import course, submission

__all__ = ["Outcome", "Task", "graded", "workers_for"]


@dataclass(frozen=True)
class Task:
    """A submission to be graded.

    Attributes:
        student: The student's id.
        path: The notebook that was handed in.
        day: The number of its day.
        confined: Whether its cells are confined.
        seed: What its checks draw their inputs from; None for a new one each.
    """

    student: str
    path: Path
    day: int
    confined: bool = True
    seed: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a task.

    Attributes:
        task: The task.
        notebook: The notebook that was run, as text; "" where it was refused.
        warnings: What was mended in it, or cut short.
        trouble: Those of the warnings that say why some of it was not run.
        refused: Why it can't be graded; "" where it was.
    """

    task: Task
    notebook: str = ""
    warnings: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    refused: str = ""


def workers_for(count: int) -> int:
    """Return how many processes grade so many submissions: one a core, and no more than there is work for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, count // 4))


def grade(task: Task) -> Outcome:
    """Grade one submission.

    Raises:
        NotConfinedHere: Its cells can't be confined on this machine.
    """
    day = course.day(task.day)
    try:
        learner = submission.read(task.path)
        found = submission.day_of(learner, task.path)
        if found != day:
            raise submission.UnreadableNotebook(f"{task.path.name} is a notebook of {found.name}.")
    except course.CourseError as error:
        return Outcome(task, refused=str(error))
    try:
        notebook, warnings = submission.rebuild(learner, marking.source_notebook(day))
        trouble = marking.run(notebook, day, confined=task.confined, seed=task.seed)
        text = nbformat.v4.writes(notebook)
    except marking.NotConfinedHere:
        raise
    except Exception as error:  # Whatever a stranger found: the others are graded.
        reason = " ".join(str(error).split())[:200]
        return Outcome(task, refused=f"It could not be graded ({type(error).__name__}: {reason}). Please report this.")
    return Outcome(task, text, (*warnings, *trouble), tuple(trouble))


def graded(tasks: Sequence[Task], workers: int = 0) -> Iterator[Outcome]:
    """Yield what becomes of each task, as it is done.

    Where a worker is killed, what it had in hand is tried once more by itself; where it is killed again, that
    submission is refused.

    Args:
        tasks: The submissions.
        workers: How many processes; 0 for as many as fit. With one, this process does the work.
    """
    workers = workers or workers_for(len(tasks))
    if workers == 1:
        yield from map(grade, tasks)
        return
    lost = yield from _in_pool(tasks, workers)
    for task in lost:
        alone = yield from _in_pool([task], 1)
        if alone:
            yield Outcome(task, refused="The process that graded it was killed, twice: it may use more than there is.")


def _in_pool(tasks: Sequence[Task], workers: int) -> Generator[Outcome, None, list[Task]]:
    """Yield outcomes, and return the tasks that were lost because a worker was killed."""
    context = multiprocessing.get_context("spawn")
    done: set[Task] = set()
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting: dict[Future[Outcome], Task] = {pool.submit(grade, task): task for task in tasks}
        try:
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    task = waiting.pop(future)
                    outcome = future.result()
                    done.add(task)
                    yield outcome
        except BrokenProcessPool:
            return [task for task in tasks if task not in done]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return []
