# SPDX-License-Identifier: MIT
"""Stubs, which released notebooks hold in place of solutions, and the stamp of a notebook nobody has worked in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import language
from judge.notebooks.cells import exercises, grade_id, is_solution
from judge.notebooks.course import CourseError

# The marks of nbgrader, between which a solution stands.
BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"
# Lines of a region that begin so are its stub, where raising an error would be none: a value, an entry of a dict.
STUB_MARK = "#: "
# What a stub raises its error with, around the number of its exercise.
BEFORE_NUMBER, AFTER_NUMBER = "Exercise ", " is not written yet"
# The key of a released notebook's metadata that holds the fingerprint of its texts.
STAMP = language.KEY


def stub(solution: str, number: str) -> str:
    """Return what a learner gets of the answer cell of an exercise with this number.

    Each region between the marks of a solution becomes a line that raises ``NotImplementedError``, or, where it holds
    lines that begin with ``#: ``, those lines without that mark.

    Raises:
        CourseError: A region does not end, or ends without having begun.
    """
    return "\n".join(_stubbed(solution, number)).rstrip("\n")


def _stubbed(solution: str, number: str) -> Iterator[str]:
    region: list[str] | None = None
    for line in solution.split("\n"):
        if BEGIN in line or END in line:
            if (region is None) != (BEGIN in line):
                raise CourseError(f"The answer cell of exercise {number}: its marks of a solution don't pair.")
            if region is None:
                region = []
                indent = line[: len(line) - len(line.lstrip())]
                raising = f'{indent}raise NotImplementedError("{BEFORE_NUMBER}{number}{AFTER_NUMBER}.")'
            else:
                yield from region or [raising]
                region = None
        elif region is None:
            yield line
        elif line.lstrip().startswith(STUB_MARK):
            region.append(line.replace(STUB_MARK, "", 1))
    if region is not None:
        raise CourseError(f"The answer cell of exercise {number}: its solution does not end.")


def exercise_of(text: str) -> str:
    """Return the number of the exercise whose stub raises with this text; "" where no stub says it."""
    text = text.rstrip(".")
    is_stub = text.startswith(BEFORE_NUMBER) and text.endswith(AFTER_NUMBER)
    return text[len(BEFORE_NUMBER) : -len(AFTER_NUMBER)] if is_stub else ""


def clear(notebook: Any) -> None:
    """Put stubs in the place of the solutions of a notebook.

    Raises:
        CourseError: A solution stands in a cell that is no answer cell, or its marks don't pair.
    """
    numbers = {exercise.id: exercise.number for exercise in exercises(notebook)}
    for cell in notebook.cells:
        if is_solution(cell):
            cell.source = stub(cell.source, numbers[str(grade_id(cell))])
        elif BEGIN in cell.source:
            raise CourseError(f"The cell {grade_id(cell) or cell.get('id')} holds a solution and is no answer cell.")


def stamp(notebook: Any) -> str:
    """Return a fingerprint of a notebook's cell texts, by which an untouched release is known."""
    texts = "\0".join(f"{cell.cell_type}\0{cell.source}" for cell in notebook.cells)
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def stamped(notebook: Any) -> bool:
    """Tell whether a notebook's texts are those of the release that wrote it."""
    own = notebook.metadata.get(STAMP)
    return isinstance(own, dict) and own.get("release") == stamp(notebook)


def untouched(path: Path) -> bool:
    """Tell whether a notebook's texts are those of the release that wrote it; running its cells changes nothing."""
    from judge.notebooks import reading  # It imports nbformat, and a page, which has none, asks what a stub is, too.

    try:
        return stamped(reading.read(path, outputs=False))
    except Exception:  # Whatever it is, it is not a notebook that a release wrote.
        return False
