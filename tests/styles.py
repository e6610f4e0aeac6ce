# SPDX-License-Identifier: MIT
"""Right answers in other styles, as learners write them; each is to get full marks.

An answer stands in ``grading/exercises/EXERCISE/styles/NAME.py``: the cell's source, under a comment that says what
the style is. Files of one name in a day's exercises are one learner's day; the reference answers what they leave out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grading.exercises.shared.folders import FOLDER, exercises_of, folder
from grading.notebooks import course, reference

__all__ = ["namespace_of", "read", "strays", "styles"]


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


def namespace_of(which: int | str, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return what a notebook with these answers defines: setup, given and answer cells are run in order.

    Args:
        which: The day, as for :func:`grading.notebooks.course.day`.
        answers: Sources by grade_id; an answer cell that is not named is the reference's.
    """
    name = course.day(which).name
    sources = {**reference.solutions(which), **answers}
    namespace: dict[str, Any] = {"__name__": f"learner_{name}"}
    for cell in reference.cells(which):
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id in sources:
            _run(sources[grade_id], f"<answer {grade_id}>", namespace)
        elif {"setup", "given"} & set(cell.metadata.get("tags", [])):
            _run(cell.source, f"<{name}>", namespace)
    return namespace


def _run(source: str, file: str, namespace: dict[str, Any]) -> None:
    # A notebook's cells know nothing of this file's `from __future__ import annotations`.
    exec(compile(source, file, "exec", dont_inherit=True), namespace)
