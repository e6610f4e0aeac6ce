# SPDX-License-Identifier: MIT
"""Right answers in other styles, as learners write them, and mistakes that are made by hand in them.

A right answer stands in ``grading/exercises/EXERCISE/styles/NAME.py``: the cell's source, under a comment that says
what the style is. It is to get full marks. Files of one name in a day's exercises are one learner's day; the reference
answers what they leave out. An exercise's ``codings.toml`` lists the mistakes: each is to get its own name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grading.exercises.shared import forms
from grading.exercises.shared.folders import exercises_of, folder, place, read_toml
from grading.notebooks import course, reference
from grading.notebooks.reference import Edit

__all__ = ["Coding", "codings", "read", "source_of", "styles"]


@dataclass(frozen=True)
class Coding:
    """A catalogued mistake, made by hand in a right answer of another style.

    Attributes:
        exercise: The grade_id of the answer cell in which it is made.
        named: The id of the mistake.
        style: The whole name of the style, such as ``day2/stored_partials``.
        edits: Changes to that style's answer.
    """

    exercise: str
    named: str
    style: str
    edits: tuple[Edit, ...]

    def answers(self) -> dict[str, str]:
        """Return the answers of the style with this mistake made, by grade_id.

        Raises:
            EditError: An edit's text stands nowhere, or more than once.
        """
        answers = dict(read(self.style))
        for edit in self.edits:
            reference.apply(edit, answers)
        return answers


@cache
def styles() -> list[str]:
    """Return the names of all styles, such as ``day2/stored_partials``."""
    return sorted(
        {f"{day.name}/{file.stem}" for day in course.days() for name in exercises_of(day.name) for file in _files(name)}
    )


def _files(exercise: str) -> list[Path]:
    return sorted((folder(exercise) / "styles").glob("*.py"))


@cache
def read(style: str) -> dict[str, str]:
    """Return the source of each answer cell of a style by its grade_id, without the comment on top."""
    day, _, name = style.partition("/")
    return {
        exercise: source_of(file) for exercise in exercises_of(day) for file in _files(exercise) if file.stem == name
    }


def source_of(file: Path) -> str:
    """Return the answer cell that the file of a style holds, without the comment on top."""
    lines = file.read_text("utf-8").split("\n")
    while lines and (lines[0].startswith("#") or not lines[0]):
        lines.pop(0)
    return "\n".join(lines)


def codings(exercise: str) -> list[Coding]:
    """Return the mistakes that are made by hand in other styles of an exercise.

    Raises:
        CourseError: The file is no TOML, or an entry lacks a key or has an unknown one.
    """
    path = folder(exercise) / "codings.toml"
    tables, where = read_toml(path), place(path)
    forms.CODINGS.require(tables, where)
    return [_coding(table, exercise, where) for table in tables.get("coding", ())]


def _coding(table: dict[str, Any], exercise: str, where: str) -> Coding:
    forms.CODING.require(table, f"{where}: {table.get('named', 'an entry without a name')}")
    for edit in table["edit"]:
        forms.EDIT.require(edit, f"{where}: {table['named']}, an edit")
    edits = tuple(Edit(**{"cell": exercise, **edit}) for edit in table["edit"])
    return Coding(exercise, table["named"], f"{course.day(exercise).name}/{table['style']}", edits)
