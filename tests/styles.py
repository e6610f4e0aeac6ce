# SPDX-License-Identifier: MIT
"""Right answers in other styles, as learners write them; each is to get full marks.

An answer stands in ``grading/exercises/EXERCISE/styles/NAME.py``: the cell's source, under a comment that says what
the style is. Files of one name in a day's exercises are one learner's day; the reference answers what they leave out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from grading.exercises.shared.folders import FOLDER, exercises_of, folder
from grading.notebooks import course

__all__ = ["read", "strays", "styles"]


@cache
def styles() -> list[str]:
    """Return the names of all styles, such as ``day2/stored_partials``."""
    return sorted(
        {f"{day.name}/{file.stem}" for day in course.days() for name in exercises_of(day.name) for file in _files(name)}
    )


def strays() -> list[str]:
    """Return the styles that stand in a folder which is no exercise's: nobody would ask them."""
    folders = {folder(name) for day in course.days() for name in exercises_of(day.name)}
    return [str(file) for file in FOLDER.glob("*/styles/*.py") if file.parent.parent not in folders]


def _files(exercise: str) -> list[Path]:
    return sorted((folder(exercise) / "styles").glob("*.py"))


@cache
def read(style: str) -> dict[str, str]:
    """Return the source of each answer cell of a style by its grade_id, without the comment on top."""
    day, _, name = style.partition("/")
    return {
        exercise: _without_head(file.read_text("utf-8"))
        for exercise in exercises_of(day)
        for file in _files(exercise)
        if file.stem == name
    }


def _without_head(source: str) -> str:
    lines = source.split("\n")
    while lines and (lines[0].startswith("#") or not lines[0]):
        lines.pop(0)
    return "\n".join(lines)
