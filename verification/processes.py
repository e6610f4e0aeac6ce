# SPDX-License-Identifier: MIT
"""Judge programs that may loop inside C code, or fill the memory: in processes of their own, with limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from grading.judging import processes

# Bytes that a process may take beyond what it holds at its start.
MEMORY = 3 * 2**30
WORKERS = 2


def in_processes(tasks: Sequence[Any], work: Callable[[Any], Any], lost: Callable[[Any], Any]) -> Iterator[Any]:
    """Yield what the work on each task returns, as soon as it is known, or what ``lost`` returns where that failed.

    A process is ended when it hangs. Tasks and functions can be pickled.
    """
    for task, done in processes.each(partial(_with_limits, work), tasks, WORKERS):
        yield lost(task) if isinstance(done, Exception) else done


def _with_limits(work: Callable[[Any], Any], task: Any) -> Any:
    _limit_memory()
    return work(task)


@cache
def _limit_memory() -> None:
    import torch  # Before the limit: it maps more than any work takes.

    torch.set_num_threads(1)
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError):  # Not Linux: the budget of lines has to do.
        return
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
