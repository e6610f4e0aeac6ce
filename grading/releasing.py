# SPDX-License-Identifier: MIT
"""Put released notebooks into days/ without losing anybody's work."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import reading
from grading.by_nbgrader import student_version
from judge.notebooks import course, stubs
from judge.notebooks.writing import add_file, replace_file
from judge.run.words import LANGUAGE, speak


def fill_days(day: course.Day, *, database: bool = False) -> str:
    """Put the released notebook of a day into days/, without losing anybody's work.

    With ``database`` the release is recorded in the gradebook and kept in release/, for instructors.

    Returns:
        What was done: ``written``, ``unchanged``, or ``kept`` where somebody has worked in the notebook.
    """
    with tempfile.TemporaryDirectory() as folder:
        released = student_version.release(day, None if database else Path(folder))
        target = day.learner_notebook
        if target.exists():
            if target.read_bytes() == released.read_bytes():
                return "unchanged"
            if not stubs.untouched(target):
                return "kept"
        replace_file(target, released.read_bytes())
    return "written"


def released(day: course.Day) -> bytes:
    """Return the released notebook of a day in the current language, made anew: whatever days/ hold."""
    with tempfile.TemporaryDirectory() as folder:
        return student_version.release(day, Path(folder)).read_bytes()


def reset(day: course.Day) -> Path | None:
    """Restore the released notebook of a day in days/, and return the copy of the learner's; None if there was none."""
    target, spoken, kept = day.learner_notebook, LANGUAGE.get(), None
    speak(reading.language_of(target, spoken))  # The exchange may have put a day in another language there.
    try:
        fresh = released(day)
    finally:
        LANGUAGE.set(spoken)
    if target.exists():
        name = f"{target.stem}.kept-{time.strftime('%Y-%m-%d-%H%M%S')}.ipynb"
        kept = add_file(target.parent, name, target.read_bytes())
    replace_file(target, fresh)
    return kept
