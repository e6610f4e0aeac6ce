# SPDX-License-Identifier: MIT
"""Right solutions other than the reference, and catalogued mistakes rewritten in them.

``verification/exercises/EXERCISE/solutions/NAME.py`` holds the source of the answer cell, under a comment that
describes the solution. It must get full marks. Files with one name in the exercises of a day are one learner's day;
the reference answers whatever they leave out. ``rewrites.toml`` lists mistakes made in these solutions: each must get
its own name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grading.exercises.shared import schemas
from grading.exercises.shared.folders import exercises_of, place, read_toml
from grading.notebooks import course, reference
from grading.notebooks.reference import Edit
from verification.folders import folder


@dataclass(frozen=True)
class Rewrite:
    """A catalogued mistake, made in a right solution other than the reference.

    Attributes:
        exercise: The grade_id of the answer cell in which it is made.
        named: The id of the mistake.
        solution: The full name of the solution, such as ``day2/stored_partials``.
        edits: Changes to that solution.
    """

    exercise: str
    named: str
    solution: str
    edits: tuple[Edit, ...]

    def answers(self) -> dict[str, str]:
        """Return the answers of the solution with this mistake made, by grade_id.

        Raises:
            EditError: The text of an edit is not found exactly once.
        """
        answers = dict(read(self.solution))
        for edit in self.edits:
            reference.apply(edit, answers)
        return answers


@cache
def right_solutions() -> list[str]:
    """Return the names of all right solutions, such as ``day2/stored_partials``."""
    return sorted(
        {f"{day.name}/{file.stem}" for day in course.days() for name in exercises_of(day.name) for file in _files(name)}
    )


def _files(exercise: str) -> list[Path]:
    return sorted((folder(exercise) / "solutions").glob("*.py"))


@cache
def read(solution: str) -> dict[str, str]:
    """Return the source of each answer cell of a solution by its grade_id, without the comment at the top."""
    day, _, name = solution.partition("/")
    return {
        exercise: source_of(file) for exercise in exercises_of(day) for file in _files(exercise) if file.stem == name
    }


def source_of(file: Path) -> str:
    """Return the answer cell that the file of a solution holds, without the comment at the top."""
    lines = file.read_text("utf-8").split("\n")
    while lines and (lines[0].startswith("#") or not lines[0]):
        lines.pop(0)
    return "\n".join(lines)


def rewrites(exercise: str) -> list[Rewrite]:
    """Return the mistakes of an exercise that are rewritten in other right solutions.

    Raises:
        CourseError: The file is not TOML, or an entry lacks a key or has an unknown one.
    """
    path = folder(exercise) / "rewrites.toml"
    tables, where = read_toml(path), place(path)
    schemas.REWRITES.require(tables, where)
    return [_rewrite(table, exercise, where) for table in tables.get("rewrite", ())]


def _rewrite(table: dict[str, Any], exercise: str, where: str) -> Rewrite:
    schemas.REWRITE.require(table, f"{where}: {table.get('named', 'an entry without a name')}")
    for edit in table["edit"]:
        schemas.EDIT.require(edit, f"{where}: {table['named']}, an edit")
    edits = tuple(Edit(**{"cell": exercise, **edit}) for edit in table["edit"])
    return Rewrite(exercise, table["named"], f"{course.day(exercise).name}/{table['solution']}", edits)
