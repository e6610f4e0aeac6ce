# SPDX-License-Identifier: MIT
"""Where the files of each day are. Nothing here reads a file's contents."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

__all__ = ["CourseError", "Day", "day", "days", "root"]


class CourseError(Exception):
    """A request that can't be carried out; its text is one line that names the thing and the mend."""


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
        """The notebook built from the master, with solutions, hidden tests and outputs."""
        return self.root / "source" / self.name / f"{self.stem}.ipynb"

    @property
    def release_notebook(self) -> Path:
        """The student version that nbgrader makes."""
        return self.root / "release" / self.name / f"{self.stem}.ipynb"

    @property
    def learner_notebook(self) -> Path:
        """The notebook that a learner opens and works in."""
        return self.root / "days" / self.name / f"{self.stem}.ipynb"


def root() -> Path:
    """Return the course's folder: ``AUTOGRAD_COURSE_ROOT``, or the checkout that this package stands in.

    Raises:
        CourseError: There is no ``source`` folder there.
    """
    folder = _folder(os.environ.get("AUTOGRAD_COURSE_ROOT"))
    if not (folder / "source").is_dir():
        raise CourseError(f"No source/ folder in {folder}: install with `pip install -e .` from the course's folder.")
    return folder


@lru_cache(maxsize=16)
def _folder(named: str | None) -> Path:
    return Path(named).resolve() if named else Path(__file__).resolve().parents[2]


def days() -> list[Day]:
    """Return the days that have a text master, in order."""
    folder = root()
    # Asked for at every answer: the folder is gone through again only when a file in it is new or gone.
    return list(_days(folder, (folder / "source").stat().st_mtime_ns))


@lru_cache(maxsize=16)
def _days(folder: Path, changed: int) -> tuple[Day, ...]:
    masters = (re.fullmatch(r"day(\d+)_\w+", master.stem) for master in folder.glob("source/day*_*.py"))
    return tuple(sorted((Day(int(name[1]), name[0], folder) for name in masters if name), key=lambda day: day.number))


def day(which: int | str) -> Day:
    """Return one day, asked for as ``1``, ``"1"``, ``"day1"`` or any id that begins so (``"day1-value-add"``).

    Raises:
        CourseError: There is no such day.
    """
    match = re.fullmatch(r"(?:day)?(\d+)(?:[-_].*)?", str(which).strip())
    for known in days():
        if match and known.number == int(match[1]):
            return known
    names = ", ".join(known.name for known in days())
    raise CourseError(f"There is no day {which!r} in this course. There are: {names}.")
