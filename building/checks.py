# SPDX-License-Identifier: MIT
"""The cells of a text master of this course: as the judge completes them, with points and minutes filled in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from building import points
from judge.authoring import checks
from judge.authoring.checks import FOLDED as FOLDED
from judge.notebooks.course import CourseError


def completed(path: Path) -> list[Any]:
    """Return the cells of a text master as they are in the notebook.

    Raises:
        CourseError: A header, a check or a placeholder can't be understood; the text names the file, the cell and what
            to do.
    """
    return checks.completed(path, points.fill)


def gather(path: Path) -> tuple[list[Any], list[CourseError]]:
    """Return the cells of a text master and all its faults; a faulty cell is kept as written."""
    return checks.gather(path, points.fill)
