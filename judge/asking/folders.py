# SPDX-License-Identifier: MIT
"""Where the things of an exercise stand: one folder each, named as the exercise with underscores.

``day1-value`` has ``exercises/day1_value/`` with ``probes.py`` (or a package ``probes/``), ``mistakes.toml``
and, where a question needs it, ``right.py``.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from judge.notebooks.cells import owner
from judge.notebooks.course import CourseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parent.parent


def folder(exercise: str) -> Path:
    """Return the folder of an exercise, whether it is there or not."""
    return FOLDER / exercise.replace("-", "_")


def exercise_of(name: str) -> str:
    """Return the exercise that a check or an exercise belongs to, by the folders that are there.

    Raises:
        KeyError: No exercise has a folder for it.
    """
    exercise = owner(f"{name}-", _known())
    if exercise is None:
        raise KeyError(f"No probe asks for {name}: no folder of {FOLDER} is named as its exercise.")
    return exercise


@cache
def _known() -> tuple[str, ...]:
    return tuple(found.name.replace("_", "-") for found in FOLDER.iterdir() if found.name.startswith("day"))


def exercises_of(which: int | str) -> list[str]:
    """Return the exercises of a day in the notebook's order; for the id of an exercise that one alone."""
    # Who asks next to a learner's code reads no master, and has not what it needs.
    from judge.notebooks import reference

    exercises = list(reference.solutions(which))
    return [str(which)] if which in exercises else exercises


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a file of an exercise holds; an empty dictionary where there is none.

    Raises:
        CourseError: The file is no TOML.
    """
    if not file.exists():
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:  # No TOML, or no text at all.
        raise CourseError(f"{place(file)} is no TOML: {error}.") from error


def place(file: Path) -> str:
    """Return a file's path as an author writes it, such as ``exercises/day1_value/mistakes.toml``."""
    inside = FOLDER.parent.parent
    return file.relative_to(inside).as_posix() if file.is_relative_to(inside) else str(file)
