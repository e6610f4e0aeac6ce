# SPDX-License-Identifier: MIT
"""The course that is at work: a value that keeps what was found out of its files.

Who asks for an assignment, a mistake or a right answer asks the current course for it. It is the one of :func:`use`;
elsewhere the one that a command runs in.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

# What a course says of itself, by which its folder is known.
FILE = "course.toml"
# Names the folder of the course in the environment of a command.
PLACE = "AUTOGRAD_COURSE_ROOT"
# Where the packages are: beside the course's files, or elsewhere.
PROJECT = Path(__file__).resolve().parents[2]

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Course:
    """A course in a folder, with all that was found out of its files. No other course sees that.

    Args:
        root: The folder that holds its ``course.toml``.
    """

    def __init__(self, root: str | os.PathLike[str]):
        self.root = Path(root).resolve()
        self._kept: dict[Callable[..., Any], Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"Course({str(self.root)!r})"

    def forget(self) -> None:
        """Forget what was found out, so that files which changed meanwhile are read again."""
        self._kept.clear()

    def _keeping(self, function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
        """Return a function that keeps its results with this course."""
        found = self._kept.get(function)
        if found is None:
            found = self._kept.setdefault(function, functools.lru_cache(most)(function))
        return found


# The courses of `use`, the innermost last. They are the process's, as its modules are: no thread has one of its own.
_used: list[Course] = []


def current() -> Course:
    """Return the course that is at work."""
    return _used[-1] if _used else _of_command(os.environ.get(PLACE, ""))


@contextlib.contextmanager
def use(course: Course) -> Iterator[Course]:
    """Let a course be the current one for a while, in all threads of this process."""
    _used.append(course)
    try:
        yield course
    finally:
        _used.remove(course)


# When files were last changed, as far as that was asked for in the block of `at_rest`; None outside of it.
_seen: ContextVar[dict[str, int] | None] = ContextVar("_seen", default=None)


@contextlib.contextmanager
def at_rest() -> Iterator[None]:
    """Take it that no file of a course changes meanwhile: a verdict asks thousands of times when one last did."""
    before = _seen.set({})
    try:
        yield
    finally:
        _seen.reset(before)


def last_changed(path: str) -> int:
    """Return when a file or a folder was last changed, by which caches know whether they still hold.

    Raises:
        OSError: It is not there.
    """
    seen = _seen.get()
    if seen is None:
        return os.stat(path).st_mtime_ns
    if path not in seen:
        seen[path] = os.stat(path).st_mtime_ns
    return seen[path]


@functools.lru_cache(maxsize=16)
def _of_command(named: str) -> Course:
    """Return the course that a command runs in.

    It is the one that is named, else that of the working folder when it is first asked for, else that of the checkout.
    """
    try:
        here = Path.cwd()
    except OSError:  # It was removed meanwhile.
        here = PROJECT
    return Course(named or _around(here) or (PROJECT if (PROJECT / FILE).is_file() else here))


def _around(folder: Path) -> Path | None:
    """Return the nearest folder of a course around a folder; None where there is none, or another account's file.

    Its questions are run as this account, so nobody else may put a course around somebody's folders.
    """
    for each in (folder, *folder.parents):
        file = each / FILE
        if file.is_file():
            is_own = not hasattr(os, "getuid") or file.stat().st_uid in (os.getuid(), folder.stat().st_uid)
            return each if is_own else None
    return None


def kept(most: int | None = None) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Keep what a function returns with the current course; at most so many results where a number is given."""

    def decorated(function: Callable[Given, Found]) -> Callable[Given, Found]:
        @functools.wraps(function)
        def found(*arguments: Given.args, **named: Given.kwargs) -> Found:
            return current()._keeping(function, most)(*arguments, **named)

        return found

    return decorated
