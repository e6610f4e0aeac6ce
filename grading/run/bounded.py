# SPDX-License-Identifier: MIT
"""Run code that may never end, and stop it after a number of lines rather than of seconds.

Counting lines gives the same verdict on a fast machine and on a slow one. A loop inside C code is not
counted; the time limit of the notebook's run stops that one. Lines of Python's own library and of installed
packages are not counted either: a first ``import torch`` would use up any budget. A loop over them has a line of
its own.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable
from functools import lru_cache
from types import FrameType
from typing import Any

__all__ = ["NoEnd", "bounded"]


# Where Python's library, its frozen part and installed packages have their files.
LIBRARY = ("<frozen", *{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


# A submission may raise Python's limit and then call itself without end: a process whose stack is full dies without a
# word. A right recursive sort of 5,000 operations goes 5,000 calls deep, or twice that with a helper of its own.
DEEPEST = 11_000


class NoEnd(BaseException):
    """The budget is used up; the text says how. Not an ``Exception``, so ``except Exception`` can't swallow it."""


@lru_cache(maxsize=4096)
def _is_library(file: str) -> bool:
    return file.startswith(LIBRARY)


def bounded(
    function: Callable[..., Any],
    *arguments: Any,
    lines: int,
    watch: Callable[[FrameType], None] | None = None,
    entered: Callable[[FrameType], None] | None = None,
    **keywords: Any,
) -> Any:
    """Return ``function(*arguments, **keywords)``, or raise when it runs more than ``lines`` lines of Python.

    Args:
        function: What to call.
        *arguments: Its positional arguments.
        lines: The budget: lines of Python run inside the call, at any depth, outside of libraries.
        watch: Called with the frame of each such line, before the line is run.
        entered: Called with the frame of each call, outside of libraries, when it begins.
        **keywords: Its keyword arguments.

    Raises:
        NoEnd: The budget is used up, or the calls are more than ``DEEPEST`` deep because Python's own limit was raised.
    """
    left, depth = lines, 0
    library = _is_library

    def call(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left, depth
        if library(frame.f_code.co_filename):
            return None
        depth += 1
        if depth > DEEPEST:
            raise NoEnd(f"{DEEPEST:,} calls inside each other")
        if entered is not None:
            entered(frame)
        left -= 1
        if left < 0:
            raise NoEnd(f"{lines:,} lines had run")
        return count

    # Called for every line: nothing that can be asked once stands in here.
    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left, depth
        left -= 1
        if event == "return":
            depth -= 1
        elif watch is not None and event == "line" and left >= 0:
            watch(frame)
        if left < 0:
            raise NoEnd(f"{lines:,} lines had run")
        return count

    before = sys.gettrace()
    sys.settrace(call)
    try:
        return function(*arguments, **keywords)
    finally:
        sys.settrace(before)
