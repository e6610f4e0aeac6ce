# SPDX-License-Identifier: MIT
"""Misplaced files: exercises without a folder, folders of no exercise, files that nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from judge.asking import folders, fresh
from judge.asking.folders import folder
from judge.authoring.faults import Fault
from judge.notebooks import course
from judge.notebooks.course import place
from verification import right_solutions as verified
from verification.lint.day_text import DayText

# The files that an exercise may have.
FILES = ("probes.py", "probes", "mistakes.toml", "checks.json", "right.py", fresh.FILE, folders.PROOF)
VERIFYING = (
    "asked.toml",
    "cases.toml",
    "contract.py",
    "equivalents.toml",
    "programs.jinja",
    "rewrites.toml",
    "solutions",
    "steps.toml",
)


def faults(text: DayText) -> Iterator[Fault]:
    """Yield a day's exercises without a folder, and its folders without an exercise."""
    own = {folder(exercise).name for exercise in text.exercises}
    for exercise in text.exercises:
        if not folder(exercise).is_dir():
            yield Fault(place(folder(exercise)), "", f"the folder of {exercise} is missing", "make it, with probes.py")
    for there in _folders(f"{text.day.name}_*"):
        if there.name not in own:
            known = ", ".join(sorted(own))
            yield Fault(place(there), "", f"no exercise of {text.day.name} is named so", f"its folders are: {known}")


def faults_of_exercise(exercise: str) -> Iterator[Fault]:
    """Yield the files of an exercise that nothing reads, and the right solutions that are invalid Python."""
    yield from _unread(folder(exercise), FILES)
    yield from _unread(verified.folder(exercise), VERIFYING)
    for file in sorted((verified.folder(exercise) / "solutions").glob("*")):
        if file.suffix == ".py":
            try:
                ast.parse(file.read_text("utf-8"))
            except (SyntaxError, ValueError) as error:
                yield Fault(place(file), "", f"it is not valid Python: {error}")
        elif not file.name.startswith("__"):
            yield Fault(place(file), "", "a solution is the answer cell, in a file that ends in .py")


def _unread(there: Path, names: Collection[str]) -> Iterator[Fault]:
    for file in sorted(there.iterdir()) if there.is_dir() else ():
        known = file.name in names or file.name.startswith(("__", ".", "right_"))
        if not known and not _is_imported(file):
            yield Fault(place(file), "", "nothing reads a file of this name", f"there are: {', '.join(names)}")


def strangers(days: Collection[course.Assignment]) -> Iterator[Fault]:
    """Yield the folders that belong to no day."""
    for there in _folders("day*_*"):
        if there.name.partition("_")[0] not in {day.name for day in days}:
            yield Fault(place(there), "", "there is no such day", "write its text master first")


def _folders(pattern: str) -> list[Path]:
    return [there for there in sorted(folders.root().glob(pattern)) if there.is_dir()]


def _is_imported(file: Path) -> bool:
    """Tell whether any exercise imports a file."""
    words = f"from exercises.{file.parent.name}.{file.stem} import "
    return file.suffix == ".py" and any(words in other.read_text("utf-8") for other in file.parent.parent.rglob("*.py"))
