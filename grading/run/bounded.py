# SPDX-License-Identifier: MIT
"""Run code that may never end, and stop it after a number of lines rather than of seconds.

Counting lines gives the same verdict on a fast machine and on a slow one. A loop inside C code is not
counted; the time limit of the notebook's run stops that one. Lines of Python's own library and of installed
packages are not counted either: a first ``import torch`` would use up any budget. A loop over them has a line of
its own.

To be called at each line takes longer than most lines do. A function without a loop runs each of its lines once at
most, so a call of it counts as all of them, and only functions with a loop are followed line by line.
"""

from __future__ import annotations

import dis
import sys
import sysconfig
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
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


# What steps back in a function's code: without it there is no loop. Before Python 3.11 no name says which way.
_BACKWARD = frozenset(number for name, number in dis.opmap.items() if "BACKWARD" in name) or frozenset(dis.hasjabs)

# After so many calls it is looked how deep they stand in each other.
CALLS_BETWEEN_LOOKS = 512

# Of a function's code, how many lines a call of it counts for: 0 in a library, and below 0 where it has a loop and is
# followed line by line. It is found by the code's id, which nobody else has as long as the code is kept here.
_known: dict[int, tuple[int, CodeType]] = {}
MOST_KNOWN = 8192


def _weight(code: CodeType) -> int:
    """Return how many lines a call counts for, as in ``_known``."""
    if _is_library(code.co_filename):
        weight = 0
    elif _BACKWARD.isdisjoint(code.co_code[::2]):
        weight = max(1, len({line for _, line in dis.findlinestarts(code)}))
    else:
        weight = -1
    if len(_known) >= MOST_KNOWN:  # Somebody makes functions without end.
        _known.clear()
    _known[id(code)] = (weight, code)
    return weight


def _depth(frame: FrameType | None, outermost: FrameType) -> int:
    """Return how many calls, outside of libraries, stand in each other."""
    depth = 0
    while frame is not None and frame is not outermost:
        depth += not _is_library(frame.f_code.co_filename)
        frame = frame.f_back
    return depth


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
    left, calls, here = lines, 0, sys._getframe()
    known, no_weight = _known.get, (None, None)

    # Called for every call and every line: nothing that can be asked once stands in here.
    def call(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left, calls
        weight = known(id(frame.f_code), no_weight)[0]
        if weight is None:
            weight = _weight(frame.f_code)
        if weight == 0:
            return None
        if entered is not None:
            entered(frame)
        calls += 1
        if calls % CALLS_BETWEEN_LOOKS == 0 and _depth(frame, here) > DEEPEST:
            raise NoEnd(f"{DEEPEST:,} calls inside each other")
        if weight < 0 or watch is not None:
            left -= 1
            followed = count
        else:
            left -= weight
            followed = None
        if left < 0:
            raise NoEnd(f"{lines:,} lines had run")
        return followed

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if watch is not None and event == "line" and left >= 0:
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
