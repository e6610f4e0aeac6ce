# SPDX-License-Identifier: MIT
"""Build a day: text master -> notebook with outputs, with a cell below each answer that asks for the verdict."""

from __future__ import annotations

from typing import Any

from building import points
from building.pieces import ends
from judge.authoring import notebooks
from judge.authoring.notebooks import METADATA as METADATA
from judge.notebooks import course
from judge.notebooks.cells import exercises

# Below each answer. The cell runs in a new kernel, too.
BELOW = notebooks.Below(
    ask="""# Run this after your answer: it checks exercise {number}.
from gradtools import check

check("{number}")""",
    checks="#### The checks of {number}: nothing to run here",
)


def from_master(day: course.Assignment) -> Any:
    """Return the notebook of a day's text master, without outputs, with points, minutes and ends of pieces in it."""
    notebook = notebooks.from_master(day, points.fill, BELOW)
    ends.put(day, notebook)
    return notebook


def headings_below(notebook: Any) -> set[str]:
    """Return the headings that no master has: those of the checks of each exercise."""
    return {BELOW.checks.format(number=each.number) for each in exercises(notebook)}


def stale_reason(day: course.Assignment) -> str:
    """Return why the built notebook does not match its master; "" if it does."""
    return notebooks.stale_reason(day, from_master(day))


def build(day: course.Assignment) -> float:
    """Build and run a day's notebook, write it to source/dayN/, and return the seconds of the run.

    Raises:
        CourseError: A cell of the solution raised or wrote to stderr; then nothing is written.
    """
    return notebooks.build(day, from_master(day))
