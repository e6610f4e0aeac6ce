# SPDX-License-Identifier: MIT
"""Judge programs that may loop inside C code, or fill the memory: in processes of their own, with limits."""

from __future__ import annotations

import multiprocessing
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

__all__ = ["in_processes"]

# Seconds that one task may take. The budget of lines stops nearly all that never end long before.
SECONDS = 90.0

# Bytes that a process may take beyond what it holds at its start.
MEMORY = 3 * 2**30


def in_processes(
    tasks: Sequence[Any],
    prepare: Callable[[], None],
    work: Callable[[Any], Any],
    lost: Callable[[Any], Any],
    record: Callable[[Any], None],
    workers: int = 2,
) -> None:
    """Work on tasks in processes of their own, which are ended when one hangs or eats the memory.

    Args:
        tasks: What is sent to the processes; it can be pickled, as can the functions.
        prepare: Called once in each process, before the memory is limited: it imports what the work needs.
        work: Returns the result of a task.
        lost: Returns the result of a task whose process gave no answer in time.
        record: Called here with each result as soon as it is known, in any order.
        workers: How many processes.
    """
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    workers = min(workers, len(tasks))
    for task in [*((task,) for task in tasks), *[None] * workers]:
        waiting.put(task)

    def feed() -> None:
        """Give tasks to one process until None comes; a process that does not answer is replaced."""
        worker = None
        while (task := waiting.get()) is not None:
            worker = worker or _Worker(prepare, work)
            answered, result = worker.ask(task[0])
            done.put(result if answered else lost(task[0]))
            if not answered:
                worker.kill()
                worker = None
        if worker is not None:
            worker.kill()

    threads = [threading.Thread(target=feed, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for _ in tasks:
        record(done.get())
    for thread in threads:
        thread.join()


class _Worker:
    """A process that works on one task after the other."""

    def __init__(self, prepare: Callable[[], None], work: Callable[[Any], Any]):
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, prepare, work), daemon=True)
        self.process.start()
        theirs.close()
        self.line.recv()  # Loaded: only now do the seconds of the first task begin.

    def ask(self, task: Any) -> tuple[bool, Any]:
        """Return whether an answer came in time, and the answer."""
        try:
            self.line.send(task)
            if self.line.poll(SECONDS):
                return True, self.line.recv()
        except (EOFError, OSError):  # It took the whole process with it.
            pass
        return False, None

    def kill(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.line.close()


def _work(line: Any, prepare: Callable[[], None], work: Callable[[Any], Any]) -> None:
    prepare()
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    _limit_memory()
    line.send("ready")
    while True:
        line.send(work(line.recv()))


def _limit_memory() -> None:
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError):  # Not Linux: the budget of lines has to do.
        return
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
