# SPDX-License-Identifier: MIT
"""Grade many submissions on all cores: each in a confined process, and one that is broken stops nobody.

A *pool* takes tasks and yields what becomes of each. ``here`` is this machine's; :mod:`grading.desk.cluster` has
another, over many machines.
"""

from __future__ import annotations

import atexit
import hashlib
import multiprocessing
import multiprocessing.connection
import os
import threading
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grading.judging import marking
from grading.notebooks import course, submission
from grading.notebooks.writing import text_of

__all__ = ["Outcome", "Pool", "Task", "failed", "grade", "graded", "here", "killed", "version", "workers_for"]


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
        faults: What went wrong in the grader itself while it judged, each with its traceback.
        lacking: What the confinement lacks on the machine that graded it, a sentence each.
    """

    task: Task
    notebook: str = ""
    warnings: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    refused: str = ""
    faults: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


# What yields an outcome for each of some tasks, in any order, as they are done.
Pool = Callable[[Sequence[Task]], Generator[Outcome, None, None]]


def here(workers: int = 0) -> Pool:
    """Return the pool of this machine's cores: so many processes, or 0 for as many as fit."""
    return partial(graded, workers=workers)


def killed(task: Task) -> Outcome:
    """Return what is said of a submission that was in hand each time when a worker was killed."""
    return Outcome(
        task, refused="The process that graded it was killed, again and again: it may use more than there is."
    )


def failed(task: Task, error: Exception, faults: Sequence[str] = ()) -> Outcome:
    """Return what is said of a submission for which something was raised, whatever it was."""
    told = course.why(error, "It could not be graded ({}). Please report this.")
    if isinstance(error, (course.CourseError, OSError)):
        return Outcome(task, refused=told, faults=tuple(faults))
    return Outcome(task, refused=told, faults=(*faults, "".join(traceback.format_exception(error))))


def version(day: course.Day) -> str:
    """Return what a score depends on beside the submission: the day's notebook, its questions and what judges them.

    Raises:
        CourseError: The day has not been built.
    """
    if not day.source_notebook.is_file():
        raise course.CourseError(f"{day.source_notebook} is missing: run `make release`.")
    package = Path(__file__).resolve().parents[1]
    exercises = package / "exercises"
    common = [package / "judging", exercises / "asking", exercises / "shared"]
    folders = [*common, *exercises.glob(f"{day.name}_*")]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    parts = [day.source_notebook.read_bytes(), *(file.read_bytes() for file in sorted(files))]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def workers_for(count: int) -> int:
    """Return how many processes grade so many submissions: one a core, and no more than there is work for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, count // 4))


def grade(task: Task, data: bytes | None = None) -> Outcome:
    """Grade one submission.

    Args:
        task: The submission.
        data: What stands in its file, where that was read already.

    Raises:
        NotConfinedHere: Its cells can't be confined on this machine.
    """
    with marking.faults() as faults:
        try:
            day = course.day(task.day)
            content = submission.contents(task.path) if data is None else data
            learner = submission.parsed(content, task.path, outputs=False)
            found = submission.day_of(learner, task.path)
            if found != day:
                raise submission.UnreadableNotebook(f"{task.path.name} is a notebook of {found.name}.")
            notebook, warnings = submission.rebuild(learner, marking.source_notebook(day))
            trouble = marking.run(notebook, day, confined=task.confined, seed=task.seed)
            text = text_of(notebook)
        except marking.NotConfinedHere:
            raise
        except Exception as error:  # Whatever a stranger found: the others are graded.
            return failed(task, error, faults)
    lacking = tuple(marking.missing_walls()) if task.confined else ()
    return Outcome(task, text, (*warnings, *trouble), tuple(trouble), faults=tuple(faults), lacking=lacking)


def graded(tasks: Sequence[Task], workers: int = 0) -> Generator[Outcome, None, None]:
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
            yield killed(task)


def _begin_a_worker() -> None:
    """Let a worker end where whoever gave it work is killed: its queue, which all workers hold, would never tell.

    And let it end at once when its work is done. What is registered first is called last: by then its confined process
    is closed, and to take PyTorch apart would only take time.
    """
    atexit.register(os._exit, 0)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


def _in_pool(tasks: Sequence[Task], workers: int) -> Generator[Outcome, None, list[Task]]:
    """Yield outcomes, and return the tasks that were lost because a worker was killed."""
    context = multiprocessing.get_context("spawn")
    done: set[Task] = set()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_a_worker) as pool:
        waiting: dict[Future[Outcome], Task] = {pool.submit(grade, task): task for task in tasks}
        try:
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    task = waiting.pop(future)
                    try:
                        outcome = future.result()
                    except (BrokenProcessPool, marking.NotConfinedHere):
                        raise
                    except Exception as error:  # It did not come back whole.
                        outcome = failed(task, error)
                    done.add(task)
                    yield outcome
        except BrokenProcessPool:
            return [task for task in tasks if task not in done]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return []
