# SPDX-License-Identifier: MIT
"""Where the things of an exercise stand: one folder each, named as the exercise with underscores.

``day1-value`` has ``exercises/day1_value/`` with ``probes.py`` (or a package ``probes/``), ``mistakes.toml``
and, where a question needs it, ``right.py``. What only authors need is in its folder ``proof/``, which no wheel has.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from judge.notebooks.about import about, package_of_questions
from judge.notebooks.cells import owner

# The folder of what only authors need, inside the folder of an exercise.
PROOF = "proof"


@cache
def package() -> str:
    """Return the name of the package that has a folder for each exercise.

    It is looked up once: where submissions run, no file of the course is in sight later on.
    """
    return about().questions


@cache
def root() -> Path:
    """Return the folder of that package."""
    return package_of_questions()


def folder(exercise: str) -> Path:
    """Return the folder of an exercise, whether it is there or not."""
    return root() / exercise.replace("-", "_")


def exercise_of(name: str) -> str:
    """Return the exercise that a check or an exercise belongs to, by the folders that are there.

    Raises:
        KeyError: No exercise has a folder for it.
    """
    exercise = owner(f"{name}-", _known())
    if exercise is None:
        raise KeyError(f"No probe asks for {name}: no folder of {root()} is named as its exercise.")
    return exercise


@cache
def _known() -> tuple[str, ...]:
    return tuple(found.name.replace("_", "-") for found in root().iterdir() if found.name.startswith("day"))


def exercises_of(which: int | str) -> list[str]:
    """Return the exercises of a day in the notebook's order; for the id of an exercise that one alone."""
    # Who asks next to a learner's code reads no master, and has not what it needs.
    from judge.notebooks import reference

    exercises = list(reference.solutions(which))
    return [str(which)] if which in exercises else exercises
