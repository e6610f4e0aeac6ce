# SPDX-License-Identifier: MIT
"""What can't be done, as sentences that name the file and the mend."""

from __future__ import annotations

import copyreg
import errno
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from judge.notebooks.current import PROJECT, current
from judge.run.words import say, template

# The disk is full, or what an account may use of it.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CourseError(Exception):
    """A request that can't be carried out; its text is one line that names the thing and how to fix it.

    It is a template with its arguments, as for :func:`judge.run.words.say`.
    """

    def __init__(self, text: str, /, **arguments: Any):
        super().__init__(say(text, **arguments))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle rebuilds the error from: its text, without the arguments that only its making needs."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)


def refusal(error: OSError) -> str:
    """Return what the system refused to do as sentences that name the file and the mend."""
    if error.errno in NO_ROOM:
        text = template("There is no room left for {place} ({reason}). Make room, then run the same command again.")
    elif error.errno == errno.EROFS:
        text = template(
            "{place} can't be written: its disk is read-only. Make it writable, then run the same command again."
        )
    elif isinstance(error, PermissionError):
        text = template(
            "Your account may not use {place} ({reason}). Change its permissions, then run the same command again."
        )
    else:
        text = template("{place} can't be used ({reason}). Mend that, then run the same command again.")
    return say(text, place=_shown(error.filename), reason=error.strerror or str(error) or type(error).__name__)


def why(error: Exception, fault: str) -> str:
    """Return why something could not be done: ``fault``, with the error for ``{}``, if the grader is at fault."""
    if isinstance(error, CourseError):
        return str(error)
    if isinstance(error, OSError):
        return refusal(error)
    reason = " ".join(str(error).split())[:200]
    return fault.format(f"{type(error).__name__}: {reason}")


def stops_all(error: Exception) -> bool:
    """Tell whether a fault of the system is not one submission's alone: then the next would meet it, too."""
    return isinstance(error, OSError) and error.errno in (*NO_ROOM, errno.EROFS)


def says_faults(program: str, kept: str = "") -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Let a program's main function print what can't be done, behind the program's name, and return 2 then.

    ``kept`` is what follows where the system refused something.
    """

    def saying(main: Callable[..., int]) -> Callable[..., int]:
        @wraps(main)
        def ended(arguments: list[str] | None = None) -> int:
            try:
                return main(arguments)
            except CourseError as error:
                said = str(error)
            except OSError as error:
                said = " ".join(filter(None, [refusal(error), kept]))
            print(f"{program}: {said}", file=sys.stderr)
            return 2

        return ended

    return saying


def _shown(filename: str | bytes | int | None) -> str:
    if filename is None or isinstance(filename, int):
        return "a file"
    path, folder = Path(os.fsdecode(filename)), current().root
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def place(file: Path) -> str:
    """Return a file's path as an author writes it, such as ``exercises/day1_value/mistakes.toml``."""
    for folder in (current().root, PROJECT):
        if file.is_relative_to(folder):
            return file.relative_to(folder).as_posix()
    return str(file)
