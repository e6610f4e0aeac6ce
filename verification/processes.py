# SPDX-License-Identifier: MIT
"""Judge programs that may loop inside C code, or fill the memory: in processes of their own, with limits."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

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
    """Record what the work on each task returns, as soon as it is known, or what ``lost`` returns where that failed.

    A process is ended when it hangs or eats the memory. It prepares itself once, before its memory is limited: by
    importing what the work needs. Tasks and functions can be pickled.
    """
    own, pools = threading.local(), []

    def answer(task: Any) -> Any:
        """Return the result of a task from this thread's process; one that does not answer is replaced."""
        if getattr(own, "pool", None) is None:
            own.pool = multiprocessing.get_context("spawn").Pool(1, _begin, (prepare,))
            pools.append(own.pool)
            own.pool.apply(int)  # Loaded: only now do the seconds of the first task begin.
        try:
            return own.pool.apply_async(work, (task,)).get(SECONDS)
        except Exception:
            own.pool.terminate()
            own.pool = None
            return lost(task)

    with ThreadPoolExecutor(max(1, min(workers, len(tasks)))) as threads:
        for done in as_completed([threads.submit(answer, task) for task in tasks]):
            record(done.result())
    for pool in pools:
        pool.terminate()
        pool.join()


def _begin(prepare: Callable[[], None]) -> None:
    prepare()
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError):  # Not Linux: the budget of lines has to do.
        return
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
