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
from typing import Any

__all__ = ["NoEnd", "bounded"]


# Where Python's library, its frozen part and installed packages have their files.
LIBRARY = ("<frozen", *{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


class NoEnd(BaseException):
    """The line budget is used up. Not an ``Exception``, so that ``except Exception`` can't swallow it."""


def bounded(function: Callable[..., Any], *arguments: Any, lines: int, **keywords: Any) -> Any:
    """Return ``function(*arguments, **keywords)``, or raise when it runs more than ``lines`` lines of Python.

    Args:
        function: What to call.
        *arguments: Its positional arguments.
        lines: The budget: lines of Python run inside the call, at any depth, outside of libraries.
        **keywords: Its keyword arguments.

    Raises:
        NoEnd: The budget is used up.
    """
    left = lines

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        if event == "call" and frame.f_code.co_filename.startswith(LIBRARY):
            return None
        left -= 1
        if left < 0:
            raise NoEnd
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return function(*arguments, **keywords)
    finally:
        sys.settrace(before)
