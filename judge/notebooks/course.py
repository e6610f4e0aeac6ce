# SPDX-License-Identifier: MIT
"""Where the files of each day are. Nothing here reads a file's contents."""

from __future__ import annotations

import copyreg
import errno
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import language
from judge.run.words import LANGUAGE, say, template
from language import ENGLISH

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


def _shown(filename: str | bytes | int | None) -> str:
    if filename is None or isinstance(filename, int):
        return "a file"
    path, folder = Path(os.fsdecode(filename)), _folder(os.environ.get("AUTOGRAD_COURSE_ROOT"))
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def place(file: Path) -> str:
    """Return a file's path as an author writes it, such as ``exercises/day1_value/mistakes.toml``."""
    for folder in (_folder(os.environ.get("AUTOGRAD_COURSE_ROOT")), _folder(None)):
        if file.is_relative_to(folder):
            return file.relative_to(folder).as_posix()
    return str(file)


@dataclass(frozen=True)
class Day:
    """One day of the course and the four files that hold it."""

    number: int
    stem: str
    root: Path

    @property
    def name(self) -> str:
        """The assignment's name for nbgrader, such as ``day1``."""
        return f"day{self.number}"

    @property
    def master(self) -> Path:
        """The text master, which an author edits."""
        return self.root / "source" / f"{self.stem}.py"

    @property
    def source_notebook(self) -> Path:
        """The notebook built from the master, with solutions, hidden tests and outputs.

        In another language it has stubs and no outputs, and whoever reads it lets it be made.
        """
        spoken = LANGUAGE.get()
        if spoken == ENGLISH:
            return self.english_notebook
        return language.days(spoken) / self.name / f"{self.stem}.ipynb"

    @property
    def english_notebook(self) -> Path:
        """The notebook built from the master, whatever language is spoken."""
        return self.root / "source" / self.name / f"{self.stem}.ipynb"

    @property
    def release_notebook(self) -> Path:
        """The student version that nbgrader makes."""
        return self.root / "release" / self.name / f"{self.stem}.ipynb"

    @property
    def learner_notebook(self) -> Path:
        """The notebook that a learner opens and works in; each language but English has a folder of its own."""
        return days_folder(self.root) / self.name / f"{self.stem}.ipynb"

    def folder_of(self, step: str, student: str) -> Path:
        """Return the folder of a student's files at a step of grading, such as ``submitted``."""
        return self.root / step / student / self.name


def days_folder(root: Path) -> Path:
    """Return the folder of the days in the current language: ``days``, or such as ``days/es``."""
    return root / "days" / ("" if LANGUAGE.get() == ENGLISH else LANGUAGE.get())


def root() -> Path:
    """Return the course's folder: ``AUTOGRAD_COURSE_ROOT``, or the checkout that this package stands in.

    Raises:
        CourseError: There is no ``source`` folder there.
    """
    return _state()[0]


def _state() -> tuple[Path, int]:
    """Return the course's folder, and when a file in its ``source`` folder was last new or gone."""
    folder = _folder(os.environ.get("AUTOGRAD_COURSE_ROOT"))
    try:
        return folder, os.stat(f"{folder}/source/").st_mtime_ns
    except (FileNotFoundError, NotADirectoryError):
        text = template("No source/ folder in {folder}: install with `pip install -e .` from the course's folder.")
        raise CourseError(text, folder=folder) from None


@lru_cache(maxsize=16)
def _folder(named: str | None) -> Path:
    return Path(named).resolve() if named else Path(__file__).resolve().parents[2]


def days() -> list[Day]:
    """Return the days that have a text master, in order."""
    return list(_days(*_state()))


@lru_cache(maxsize=16)
def _days(folder: Path, changed: int) -> tuple[Day, ...]:
    masters = (re.fullmatch(r"day(\d+)_\w+", master.stem) for master in folder.glob("source/day*_*.py"))
    return tuple(sorted((Day(int(name[1]), name[0], folder) for name in masters if name), key=lambda day: day.number))


def day(which: int | str) -> Day:
    """Return one day, asked for as ``1``, ``"1"``, ``"day1"`` or any id that begins so (``"day1-value-add"``).

    Raises:
        CourseError: There is no such day.
    """
    found, match = days(), re.fullmatch(r"(?:day)?(\d+)(?:[-_].*)?", str(which).strip())
    for one in found:
        if match and one.number == int(match[1]):
            return one
    names = ", ".join(known.name for known in found)
    raise CourseError("There is no day {which!r} in this course. There are: {names}.", which=which, names=names)


def stamp(which: int | str) -> int:
    """Return when a day's master was last changed, by which caches know whether they still hold.

    Raises:
        CourseError: There is no such day.
    """
    return os.stat(day(which).master).st_mtime_ns
