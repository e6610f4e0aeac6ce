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


def fill_days(assignment: course.Assignment, *, database: bool = False) -> str:
    """Put the released notebook of an assignment into days/, without losing anybody's work.

    With ``database`` the release is recorded in the gradebook and kept in release/, for instructors.

    Returns:
        What was done: ``written``, ``unchanged``, or ``kept`` where somebody has worked in the notebook.
    """
    with tempfile.TemporaryDirectory() as folder:
        released = student_version.release(assignment, None if database else Path(folder))
        target = assignment.learner_notebook
        if target.exists():
            if target.read_bytes() == released.read_bytes():
                return "unchanged"
            if not stubs.untouched(target):
                return "kept"
        replace_file(target, released.read_bytes())
    return "written"


def released(assignment: course.Assignment) -> bytes:
    """Return the released notebook of an assignment in the current language, made anew: whatever days/ hold."""
    with tempfile.TemporaryDirectory() as folder:
        return student_version.release(assignment, Path(folder)).read_bytes()


def reset(assignment: course.Assignment) -> Path | None:
    """Restore the released notebook of an assignment in days/, and return the learner's copy, or None."""
    target, spoken, kept = assignment.learner_notebook, LANGUAGE.get(), None
    speak(reading.language_of(target, spoken))  # The exchange may have put an assignment in another language there.
    try:
        fresh = released(assignment)
    finally:
        LANGUAGE.set(spoken)
    if target.exists():
        name = f"{target.stem}.kept-{time.strftime('%Y-%m-%d-%H%M%S')}.ipynb"
        kept = add_file(target.parent, name, target.read_bytes())
    replace_file(target, fresh)
    return kept
