# SPDX-License-Identifier: MIT
"""Put released notebooks into days/ without losing anybody's work."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from grading import nbgrader_plugins
from grading.notebooks import course, stubs

__all__ = ["fill_days", "reset"]


def fill_days(day: course.Day, *, database: bool = False) -> str:
    """Put the released notebook of a day into days/, without losing anybody's work.

    A notebook there that someone has worked in is left alone.

    Args:
        day: The day.
        database: Whether to record the release in the gradebook and keep it in release/ (for instructors).

    Returns:
        What was done: ``written``, ``unchanged`` or ``kept``.
    """
    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, database=database, into=None if database else Path(folder))
        target = day.learner_notebook
        if target.exists():
            if target.read_bytes() == released.read_bytes():
                return "unchanged"
            if not stubs.untouched(target):
                return "kept"
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(released, target)
    return "written"


def reset(day: course.Day) -> Path | None:
    """Restore the released notebook of a day in days/ and keep the one that stood there.

    Returns:
        The path under which the former notebook is kept, or None where there was none.
    """
    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, into=Path(folder))
        target = day.learner_notebook
        kept = _keep(target) if target.exists() else None
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(released, target)
    return kept


def _keep(path: Path) -> Path:
    when = time.strftime("%Y-%m-%d-%H%M%S")
    for attempt in range(1000):
        kept = path.with_name(f"{path.stem}.kept-{when}{f'-{attempt}' if attempt else ''}.ipynb")
        try:
            # A link fails where the name is taken: nothing is ever overwritten.
            with open(kept, "xb") as copy:
                copy.write(path.read_bytes())
            return kept
        except FileExistsError:
            continue
        except OSError as error:  # Half a copy is none.
            kept.unlink(missing_ok=True)
            error.filename = str(kept)
            raise
    raise course.CourseError(f"{path.parent} holds too many kept copies: move some away first.")


def _copy(released: Path, target: Path) -> None:
    partial = target.with_suffix(".partial")
    shutil.copyfile(released, partial)
    os.replace(partial, target)
