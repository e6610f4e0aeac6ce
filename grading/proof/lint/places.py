# SPDX-License-Identifier: MIT
"""Faults of where things stand: exercises without a folder, and folders, files and styles of no exercise."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from grading.exercises.shared import folders
from grading.exercises.shared.folders import folder, place
from grading.notebooks import course
from grading.proof.lint.day_text import DayText
from grading.proof.lint.fault import Fault

__all__ = ["faults", "faults_of_exercise", "strangers"]

# What may stand in the folder of an exercise.
FILES = (
    "probes.py",
    "probes",
    "mistakes.toml",
    "equivalents.toml",
    "codings.toml",
    "styles",
    "designs.jinja",
    "promises.py",
    "right.py",
)


def faults(text: DayText) -> Iterator[Fault]:
    """Yield the exercises of a day that have no folder, and its folders that belong to no exercise."""
    own = {folder(exercise).name for exercise in text.exercises}
    for exercise in text.exercises:
        if not folder(exercise).is_dir():
            yield Fault(place(folder(exercise)), "", f"the folder of {exercise} is missing", "make it, with probes.py")
    for there in sorted(folders.FOLDER.glob(f"{text.day.name}_*")):
        if there.is_dir() and there.name not in own:
            known = ", ".join(sorted(own))
            yield Fault(place(there), "", f"no exercise of {text.day.name} is named so", f"its folders are: {known}")


def faults_of_exercise(exercise: str) -> Iterator[Fault]:
    """Yield the files of an exercise that nothing reads, and the styles that are no Python."""
    for file in sorted(folder(exercise).iterdir()):
        if file.name not in FILES and not file.name.startswith(("__", ".", "right_")):
            yield Fault(place(file), "", "nothing reads a file of this name", f"there are: {', '.join(FILES)}")
    for file in sorted((folder(exercise) / "styles").glob("*")):
        if file.suffix == ".py":
            try:
                ast.parse(file.read_text("utf-8"))
            except (SyntaxError, ValueError) as error:
                yield Fault(place(file), "", f"it is no Python: {error}")
        elif not file.name.startswith("__"):
            yield Fault(place(file), "", "a style is the answer cell, in a file that ends in .py")


def strangers(days: Collection[course.Day]) -> Iterator[Fault]:
    """Yield the folders that belong to no day."""
    for there in sorted(folders.FOLDER.glob("day*_*")):
        if there.is_dir() and there.name.partition("_")[0] not in {day.name for day in days}:
            yield Fault(place(there), "", "there is no such day", "write its text master first")
