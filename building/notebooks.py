# SPDX-License-Identifier: MIT
"""Build a day: text master -> notebook with outputs, with a cell that asks for the verdict below each exercise."""

from __future__ import annotations

from typing import Any

from building import points
from judge.authoring import notebooks
from judge.authoring.notebooks import METADATA as METADATA
from judge.notebooks import course

# The cell below the last check of each exercise. It binds no name that an answer might use, and runs in a new kernel.
VERDICT = """# Grades exercise {number} alone, and names your mistake if it knows it.
import gradtools

gradtools.check("{number}")"""


def from_master(day: course.Assignment) -> Any:
    """Return the notebook of a day's text master, without outputs, with points and minutes filled in."""
    return notebooks.from_master(day, points.fill, VERDICT)


def stale_reason(day: course.Assignment) -> str:
    """Return why the built notebook does not match its master; "" if it does."""
    return notebooks.stale_reason(day, from_master(day))


def build(day: course.Assignment) -> float:
    """Build and run a day's notebook, write it to source/dayN/, and return the seconds of the run.

    Raises:
        CourseError: A cell of the solution raised or wrote to stderr; then nothing is written.
    """
    return notebooks.build(day, from_master(day))
