# SPDX-License-Identifier: MIT
"""Put released notebooks, and the page on which the lab opens, into days/ without losing anybody's work."""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat

from grading import nbgrader_plugins
from grading.notebooks import course, stubs
from grading.notebooks.writing import add_file, replace_file

# What a notebook of the course says of its kernel: nothing that differs between machines.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
README = "README.md"
# Around the README's table of days, since a comment between two of its rows would end it.
BEGIN = "<!-- The minutes and points of this table are written by `make release`. -->"
END = "<!-- End of the table. -->"
# Where that table stands in the text master of the lab's page.
TABLE = "{days}"


def fill_days(day: course.Day, *, database: bool = False) -> str:
    """Put the released notebook of a day into days/, without losing anybody's work.

    With ``database`` the release is recorded in the gradebook and kept in release/, for instructors.

    Returns:
        What was done: ``written``, ``unchanged``, or ``kept`` where somebody has worked in the notebook.
    """
    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, None if database else Path(folder))
        target = day.learner_notebook
        if target.exists():
            if target.read_bytes() == released.read_bytes():
                return "unchanged"
            if not stubs.untouched(target):
                return "kept"
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, released.read_bytes())
    return "written"


def reset(day: course.Day) -> Path | None:
    """Restore the released notebook of a day in days/, and return the copy of the learner's; None if there was none."""
    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, Path(folder))
        target = day.learner_notebook
        kept = None
        if target.exists():
            name = f"{target.stem}.kept-{time.strftime('%Y-%m-%d-%H%M%S')}.ipynb"
            kept = add_file(target.parent, name, target.read_bytes())
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, released.read_bytes())
    return kept


def start_page_path(root: Path) -> Path:
    """Return where the page is on which the lab of a course opens."""
    return root / "days" / "start_here.ipynb"


def start_page(root: Path) -> Any:
    """Return the page on which the lab opens: its text master, with the README's table of days.

    Raises:
        CourseError: The master has no place for the table.
    """
    import jupytext

    master, table = root / "source" / "start_here.py", _days_of_readme(root)
    cells, written = [], jupytext.read(master).cells
    if not any(TABLE in read.source for read in written):
        raise course.CourseError(
            "{name}: {table} says where the table of days stands; it is missing.", name=master.name, table=TABLE
        )
    for read in written:
        new = nbformat.v4.new_markdown_cell if read.cell_type == "markdown" else nbformat.v4.new_code_cell
        cell = new(read.source.replace(TABLE, table))
        cell["id"] = f"start-{hashlib.sha256(read.source.encode()).hexdigest()[:12]}"
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    notebook.metadata[stubs.STAMP] = {"release": stubs.stamp(notebook)}
    return notebook


def _days_of_readme(root: Path) -> str:
    """Return the README's table of days, in which the number of a day leads to its notebook; "" without a README."""
    table = (root / README).read_text("utf-8") if (root / README).exists() else ""
    table = table.partition(BEGIN)[2].partition(END)[0].strip()
    for day in course.days():
        place = day.learner_notebook.relative_to(root / "days").as_posix()
        table = table.replace(f"\n| {day.number} |", f"\n| [Day {day.number}]({place}) |")
    return table


def fill_start_page(root: Path) -> bool:
    """Write the page into days/ where it is missing or untouched, and tell whether anything changed.

    A course without the page's master, such as a copy of the days alone, is left as it is.
    """
    target = start_page_path(root)
    if not (root / "source" / "start_here.py").exists() or (target.exists() and not stubs.untouched(target)):
        return False
    fresh = start_page(root)
    if target.exists() and nbformat.read(target, as_version=4) == fresh:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, (nbformat.writes(fresh) + "\n").encode())
    return True
