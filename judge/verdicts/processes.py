# SPDX-License-Identifier: MIT
"""Work in processes of their own, each of which is killed where it takes too much processor time.

What a stranger wrote may find the slow path of any expression, parser or library. Nothing in the same process could
stop that: a loop in C lets no other line of Python run.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from judge.notebooks import course
from judge.run.words import template

# Of processor time, for one submission outside of its confined process. The slowest honest one takes a tenth of it.
SECONDS = 120

# A copy of this process has imported what it needs. It is safe on Linux alone.
METHOD = "fork" if sys.platform == "linux" else "spawn"


class Killed(course.CourseError):
    """The process that worked on something is gone."""

    def __init__(self, late: bool):
        self.late = late  # whether it had used up its processor time
        too_late = template("It took more than {seconds} seconds of processor time to read, so it was stopped.")
        gone = template("The process that read it was killed: it may use more than there is.")
        super().__init__(too_late if late else gone, seconds=SECONDS)


@contextlib.contextmanager
def deadline() -> Iterator[None]:
    """Let the system end this process where what runs inside takes too much processor time; not on Windows."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function returns that is called in a process of its own.

    Raises:
        Killed: That process is gone.
        Exception: What the function raises.
    """
    *others, last = arguments
    ((_, value),) = each(partial(function, *others), [last], 1)
    if isinstance(value, Exception):
        raise value
    return value


def each(function: Callable[[Any], Any], tasks: Sequence[Any], workers: int) -> Generator[tuple[Any, Any], None, None]:
    """Yield each task with what a function returns for it, as it is done.

    A process works on one task after the other. One that is killed is replaced, and the task that it had is lost.
    The function, the tasks and what is returned can be pickled. The work begins at once, and not when the first result
    is asked for.

    Yields:
        A task, and what the function returned or raised, or :class:`Killed`.
    """
    results = _each(function, tasks, workers)
    next(results)
    return results


def _each(function: Callable[[Any], Any], tasks: Sequence[Any], workers: int) -> Generator[Any, None, None]:
    """Yield None once the work has begun, then the results of :func:`each`."""
    waiting, busy = deque(tasks), {}

    def give(worker: _Worker) -> None:
        if waiting:
            task = waiting.popleft()
            busy[worker.line] = worker, task
            worker.begin(function, task)
        else:
            worker.end()

    try:
        for _ in range(min(workers, len(tasks))):
            give(_Worker())
        yield None
        while busy:
            done = []
            for line in wait(list(busy)):
                worker, task = busy[line]
                done.append((task, worker.result()))  # It raises where this process can't read the result.
                del busy[line]
                give(_Worker() if isinstance(done[-1][1], Killed) and waiting else worker)  # It works meanwhile.
            yield from done
    finally:
        for worker, _ in busy.values():
            worker.kill()


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context(METHOD)
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,))
        self._process.start()
        theirs.close()

    def begin(self, function: Callable[..., Any], task: Any) -> None:
        with contextlib.suppress(OSError):  # The caller finds the result gone.
            self.line.send((function, task))

    def result(self) -> Any:
        """Return what the function returned or raised, or :class:`Killed`."""
        try:
            return self.line.recv()
        except (EOFError, OSError):
            self._process.join()
            return Killed(self._process.exitcode == -getattr(signal, "SIGPROF", 0))

    def end(self) -> None:
        """Let it end by itself, and close what it has opened."""
        with contextlib.suppress(OSError):
            self.line.send(None)
        self._process.join()
        self.line.close()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self.line.close()


def _serve(line: Connection) -> None:
    gc.freeze()  # To look through all that was imported takes a tenth of a second, each time, and finds nothing.
    # Whoever stops the work by hand stops the process that gave it.
    signal.signal(signal.SIGINT, lambda *_: None)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    while (work := line.recv()) is not None:
        function, task = work
        try:
            with deadline():
                answer = function(task)
        except Exception as error:
            answer = error
        try:
            line.send(answer)
        except (TypeError, AttributeError, ValueError) as error:  # It can't be pickled.
            line.send(RuntimeError(str(error)))


def _end_with(sentinel: int) -> None:
    """End this process with the one that gave it work: its line would not say so, which other processes hold."""
    wait([sentinel])
    os._exit(1)
