# SPDX-License-Identifier: MIT
"""Run programs that may loop inside C code or exhaust the memory, in separate processes with limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from judge.verdicts import processes

# Bytes that a process may allocate beyond what it holds at its start.
MEMORY = 3 * 2**30
WORKERS = 2


def in_processes(tasks: Sequence[Any], work: Callable[[Any], Any], lost: Callable[[Any], Any]) -> Iterator[Any]:
    """Yield the result of ``work`` for each task as soon as it is known, or of ``lost`` where its process died or hung.

    Tasks and functions must be picklable.
    """
    for task, done in processes.each(partial(_with_limits, work), tasks, WORKERS):
        yield lost(task) if isinstance(done, Exception) else done


def _with_limits(work: Callable[[Any], Any], task: Any) -> Any:
    _limit_memory()
    return work(task)


@cache
def _limit_memory() -> None:
    import torch  # Before the limit: importing it maps more memory than any task needs.

    torch.set_num_threads(1)
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError):  # Not Linux: only the budget of lines applies.
        return
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
