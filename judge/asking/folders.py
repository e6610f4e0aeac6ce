# SPDX-License-Identifier: MIT
"""Where the things of an exercise stand: one folder each, named as the exercise with underscores.

``day1-value`` has ``exercises/day1_value/`` with ``probes.py`` (or a package ``probes/``), ``mistakes.toml``
and, where a question needs it, ``right.py``. What only authors need is in its folder ``proof/``, which no wheel has.
"""

from __future__ import annotations

from pathlib import Path

from judge.asking import questions_package
from judge.notebooks import course
from judge.notebooks.current import kept

# The folder of what only authors need, inside the folder of an exercise.
PROOF = "proof"


def package() -> str:
    """Return the name of the package that has a folder for each exercise."""
    return questions_package.package().name


def root() -> Path:
    """Return the folder of that package."""
    return questions_package.package().folder


def folder(exercise: str) -> Path:
    """Return the folder of an exercise, whether it is there or not."""
    return root() / exercise.replace("-", "_")


@kept()
def exercise_of(name: str) -> str:
    """Return the exercise that a check or an exercise belongs to, by the folders that are there.

    Raises:
        KeyError: No exercise has a folder for it.
    """
    exercise = course.of_id(f"{name}-".replace("_", "-"), _known())
    if exercise is None:
        raise KeyError(f"No probe asks for {name}: no folder of {root()} is named as its exercise.")
    return name[: len(exercise)]


@kept()
def _known() -> tuple[str, ...]:
    """Return the names of the folders of exercises, with dashes."""
    folders = [each.parent for kind in ("probes.py", "probes", "mistakes.toml") for each in root().glob(f"*/{kind}")]
    return tuple(dict.fromkeys(folder.name.replace("_", "-") for folder in folders))


def exercises_of(which: int | str) -> list[str]:
    """Return the exercises of an assignment in the notebook's order; for the id of an exercise that one alone."""
    # Who asks next to a learner's code reads no master, and has not what it needs.
    from judge.notebooks import reference

    exercises = list(reference.solutions(which))
    return [str(which)] if which in exercises else exercises
