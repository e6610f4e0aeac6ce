# SPDX-License-Identifier: MIT
"""The page on which the lab opens: what the five days are, where to begin, and how far the learner is."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import nbformat

from grading.notebooks import build, course, readme, stubs
from grading.notebooks.writing import replace_file

NAME = "start_here"
TABLE = "{days}"


def path(root: Path) -> Path:
    """Return where the page of a course is."""
    return root / "days" / f"{NAME}.ipynb"


def page(root: Path) -> Any:
    """Return the page, built from its text master, with the minutes and points that the days have now.

    Raises:
        CourseError: The master has no place for the table of days.
    """
    import jupytext

    master = root / "source" / f"{NAME}.py"
    cells, written = [], jupytext.read(master).cells
    for read in written:
        new = nbformat.v4.new_markdown_cell if read.cell_type == "markdown" else nbformat.v4.new_code_cell
        cell = new(read.source.replace(TABLE, _table(root)))
        cell["id"] = f"start-{hashlib.sha256(read.source.encode()).hexdigest()[:12]}"
        cells.append(cell)
    if not any(TABLE in read.source for read in written):
        raise course.CourseError(f"{master.name}: {TABLE} says where the table of days stands; it is missing.")
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=build.METADATA)
    notebook.metadata[stubs.STAMP] = {"release": stubs.stamp(notebook)}
    return notebook


def _table(root: Path) -> str:
    text = (root / readme.NAME).read_text("utf-8") if (root / readme.NAME).exists() else ""
    rows = ["| Day | Question | Minutes (+ extra) | Points |", "|---|---|---:|---:|"]
    for day in course.days():
        _, question, minutes, points = readme.row(day, readme.questions(text))
        link = day.learner_notebook.relative_to(root / "days").as_posix()
        rows.append(f"| [Day {day.number}]({link}) | {question} | {minutes} | {points} |")
    return "\n".join(rows)


def write(root: Path) -> bool:
    """Write the page into days/ where it is missing or untouched, and tell whether anything changed.

    A course without the page's master, such as a copy of the days alone, is left as it is.
    """
    target = path(root)
    if not (root / "source" / f"{NAME}.py").exists() or (target.exists() and not stubs.untouched(target)):
        return False
    fresh = page(root)
    if target.exists() and nbformat.read(target, as_version=4) == fresh:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, (nbformat.writes(fresh) + "\n").encode())
    return True
