# SPDX-License-Identifier: MIT
"""nbgrader's own example course, as `nbgrader quickstart` makes it, and classes that hand in for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
import nbgrader
from nbgrader import utils
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import PyFileConfigLoader

from judge.wall import one_notebook

# The Python whose nbgrader grades: that into which `make test-wheel` has installed the judge's wheel, or this one.
PYTHON = os.environ.get("WHEEL_PYTHON") or sys.executable
# What `nbgrader quickstart` copies.
EXAMPLE = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide" / "source"
NAME, NOTEBOOK = "ps1", "problem1"
STOCK = """c = get_config()
c.CourseDirectory.course_id = "course"
c.CourseDirectory.root = {root!r}
c.IncludeHeaderFooter.header = "source/header.ipynb"
"""
BEHIND_THE_WALL = "from judge.wall import confine\nconfine(c{more})\n"

# Checks of the first notebook that nbgrader itself grades.
CHECKS = {
    "correct_squares": 1.0,
    "squares_invalid_input": 1.0,
    "correct_sum_of_squares": 0.5,
    "sum_of_squares_uses_squares": 0.5,
}
SQUARES = (
    "def squares(n):\n    if n < 1:\n        raise ValueError(n)\n    return [i * i for i in range(1, n + 1)]",
    "def squares(n):\n    return [i ** 2 for i in range(n)]",
    "import sys\ndef squares(n):\n    print(n, file=sys.stderr)\n    if n < 1:\n        raise ValueError(n)\n"
    "    return [i ** 2 for i in range(1, n + 1)]",
    "def squares(n):\n    raise NotImplementedError",
    "def squares(n):\n    return [",
)
SUMS = (
    "def sum_of_squares(n):\n    return sum(squares(n))",
    "def sum_of_squares(n):\n    return n * (n + 1) * (2 * n + 1) // 6",
    "def sum_of_squares(n):\n    return 5",
)


def made(folder: Path, more: str = "", *, wall: bool = True) -> Path:
    """Make the course in a new folder, behind the wall or not, and release its assignment."""
    folder.mkdir(parents=True)
    shutil.copytree(EXAMPLE / NAME, folder / "source" / NAME)
    shutil.copy(EXAMPLE / "header.ipynb", folder / "source")
    configure(folder, more, wall=wall)
    released(folder)
    return folder


def configure(folder: Path, more: str = "", *, wall: bool = True) -> None:
    """Write the course's configuration; ``more`` is what ``confine`` is told beside it."""
    told = f", {more}" if more else ""
    text = STOCK.format(root=str(folder)) + (BEHIND_THE_WALL.format(more=told) if wall else "")
    (folder / "nbgrader_config.py").write_text(text)


def released(folder: Path) -> None:
    done = api(folder).generate_assignment(NAME, force=True, create=True)
    assert done["success"], done


def api(folder: Path) -> NbGraderAPI:
    """Return nbgrader's API with the course's configuration, as formgrader has it."""
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def hand_in(folder: Path, student: str, answers: Mapping[str, str], **changes: Any) -> Path:
    """Hand in the released assignment with some answers, by their grade_id; return its folder."""
    place = folder / "submitted" / student / NAME
    shutil.copytree(folder / "release" / NAME, place)
    path = place / f"{NOTEBOOK}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(name, cell.source)
        if name in changes:
            cell.metadata.update(changes[name])
    nbformat.write(notebook, path)
    return place


def hand_in_class(folder: Path, count: int) -> None:
    """Hand in for a class: right answers, wrong ones, blank ones, one on stderr and one that is no Python."""
    for number in range(count):
        answers = {
            "squares": SQUARES[number % len(SQUARES)],
            "sum_of_squares": SUMS[number % len(SUMS)],
            **({"sum_of_squares_equation": "$x$"} if number % 2 else {}),
        }
        hand_in(folder, f"student{number:02}", answers)


def autograde(folder: Path, *more: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `nbgrader autograde` as an instructor with a home."""
    return started(folder, "nbgrader", "autograde", NAME, *more, home=home)


def started(folder: Path, *command: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in a folder, as an instructor with a home."""
    path = os.pathsep.join([str(Path(PYTHON).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "HOME": str(home or folder), "SECRET_OF_MINE": "secret"}
    return subprocess.run(
        [PYTHON, "-m", *command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def answer(name: str, solution: str) -> Any:
    """Return an answer cell with its solution."""
    return _cell(f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION", grade_id=name, solution=True)


def check(name: str, points: float, source: str) -> Any:
    """Return a check with hidden tests."""
    lines = f"### BEGIN HIDDEN TESTS\n{source}\n### END HIDDEN TESTS"
    return _cell(lines, grade_id=name, grade=True, locked=True, points=points)


def _cell(source: str, **metadata: Any) -> Any:
    nbgrader = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3, **metadata}
    cell = nbformat.v4.new_code_cell(source, metadata={"nbgrader": nbgrader})
    del cell["id"]  # Notebooks of older courses have none.
    return cell


def of_cells(
    folder: Path, cells: list[Any], more: str = "", files: Mapping[str, str] | None = None, kernel: str = "python"
) -> Path:
    """Make a course whose assignment has a notebook of these cells and some files beside it, and release it."""
    place = folder / "source" / NAME
    place.mkdir(parents=True)
    shutil.copy(EXAMPLE / "header.ipynb", folder / "source")
    for name, text in (files or {}).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    metadata = {"kernelspec": {"display_name": kernel, "language": kernel, "name": kernel}}
    # nbformat would add ids to its cells.
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 0}
    (place / f"{NOTEBOOK}.ipynb").write_text(json.dumps(notebook))
    configure(folder, more)
    released(folder)
    return folder


class Course:
    """A notebook of one answer and some checks, of which the solution has said which are judged outside."""

    def __init__(self, executor, solution, *checks):
        self._executor, self._checks = executor, checks
        self.solution = solution
        learned = one_notebook.Checks([])
        self._run(solution, learned)
        self.known, self.why_beside = learned.known, learned.why_beside

    def _run(self, answer, checks, seconds=20):
        cells = [_cell(answer, grade_id="answer", solution=True)]
        graded = {"grade": True, "locked": True, "points": 2}
        cells += [_cell(each, grade_id=f"check{number}", **graded) for number, each in enumerate(self._checks)]
        notebook = nbformat.v4.new_notebook(cells=cells)
        limits = {"seconds_of": lambda _: seconds, "total": 60}
        self.is_late = one_notebook.run(notebook, self._executor, [], checks=checks, **limits).is_late
        return notebook.cells

    def notebook(self, answer, seconds=20):
        """Return the answer and the checks after they have run on a submission."""
        return self._run(answer, one_notebook.Checks([], self.known), seconds)

    def cells(self, answer, seconds=20):
        """Return the checks after they have run on a submission."""
        return self.notebook(answer, seconds)[1:]

    def points(self, answer, seconds=20):
        """Return the points of a submission in each check."""
        return [utils.determine_grade(cell)[0] for cell in self.cells(answer, seconds)]

    @property
    def outside(self):
        """The checks that are judged outside, by their numbers."""
        return [number for number in range(len(self._checks)) if f"check{number}" in self.known]
