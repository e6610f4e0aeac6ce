# SPDX-License-Identifier: MIT
"""A class graded by nbgrader alone, with its own preprocessors and kernels, on this course's notebooks.

Nothing of ``nbgrader_config.py`` is used. The course's hidden tests call the judge, so that runs in the kernel.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from judge.notebooks import course

_CONFIGURATION = """
c = get_config()
c.CourseDirectory.course_id = "stock"
c.CourseDirectory.root = {root!r}
c.Exchange.root = {root!r} + "/exchange"
c.ExecutePreprocessor.timeout = {seconds}
"""
# nbgrader's own limit of a cell.
SECONDS = 30


def make(folder: Path, day: course.Assignment, environment: dict[str, str], *, seconds: int = SECONDS) -> None:
    """Make a course of stock nbgrader in a new folder, with a limit of seconds for a cell, and release a day in it."""
    for part in ("source", "submitted"):
        (folder / part).mkdir(parents=True)
    shutil.copytree(day.source_notebook.parent, folder / "source" / day.name)
    configure(folder, str(folder), seconds=seconds)
    _nbgrader(folder, environment, "generate_assignment", day.name)


def configure(folder: Path, root: str, *, seconds: int = SECONDS) -> None:
    (folder / "nbgrader_config.py").write_text(_CONFIGURATION.format(root=root, seconds=seconds))


def environment_of(material: Path) -> dict[str, str]:
    """Return the variables with which nbgrader finds its programs, and a kernel the judge and the course's files."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "/usr/bin:/bin")])
    places = {"AUTOGRAD_COURSE_ROOT": str(material), "PYTHONPATH": str(material), "PATH": path}
    return {**os.environ, **places}


def autograde(folder: Path, day: course.Assignment, environment: dict[str, str]) -> None:
    _nbgrader(folder, environment, "autograde", day.name)


def _nbgrader(folder: Path, environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"nbgrader {arguments[0]}: {done.stderr[-2000:]}")


def scores(folder: Path) -> dict[str, dict[str, float]]:
    """Return the points of each check from a gradebook, nbgrader's or ours, by student."""
    found: dict[str, dict[str, float]] = {}
    # A folder's name may hold a question mark.
    address = (folder / "gradebook.db").absolute().as_uri()
    with contextlib.closing(sqlite3.connect(f"{address}?mode=ro", uri=True)) as database:
        rows = database.execute(
            "select submitted_assignment.student_id, base_cell.name, "
            "coalesce(grade.manual_score, grade.auto_score, 0) from grade "
            "join base_cell on base_cell.id = grade.cell_id "
            "join submitted_notebook on submitted_notebook.id = grade.notebook_id "
            "join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id"
        )
        for student, check, points in rows:
            found.setdefault(student, {})[check] = points
    return found
