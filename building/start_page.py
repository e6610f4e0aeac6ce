# SPDX-License-Identifier: MIT
"""The start page of the lab, built from its text master and the README's table of days."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from babel import Locale

from building import editions
from building.notebooks import METADATA
from building.overview import BEGIN, END, README
from building.paragraphs import rewritten
from judge.notebooks import course, stubs
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, translated
from judge.verdicts.render import assignment_name
from language import ENGLISH

# The placeholder for the table in the text master.
TABLE = "{days}"


def path_in(root: Path) -> Path:
    """Return the path of a course's start page."""
    return course.learner_folder(root) / "start_here.ipynb"


def page(root: Path) -> Any:
    """Return the start page: its text master with the README's table of days.

    Raises:
        CourseError: The master has no place for the table.
    """
    master, table = root / "source" / "start_here.py", _days_of_readme(root)
    cells, written = [], jupytext.read(master).cells
    if not any(TABLE in read.source for read in written):
        raise course.CourseError(
            "{name}: {table} says where the table of days stands; it is missing.", name=master.name, table=TABLE
        )
    for read in written:
        new = nbformat.v4.new_markdown_cell if read.cell_type == "markdown" else nbformat.v4.new_code_cell
        cell = new(rewritten(read, translated).replace(TABLE, table))
        cell["id"] = f"start-{hashlib.sha256(read.source.encode()).hexdigest()[:12]}"
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    spoken = {} if LANGUAGE.get() == ENGLISH else {"language": LANGUAGE.get()}
    notebook.metadata[stubs.STAMP] = {"release": stubs.stamp(notebook), **spoken}
    return notebook


def _days_of_readme(root: Path) -> str:
    """Return the README's table of days with links to the notebooks; "" without a README."""
    table = (root / README).read_text("utf-8") if (root / README).exists() else ""
    table = nbformat.v4.new_markdown_cell(table.partition(BEGIN)[2].partition(END)[0].strip())
    table = rewritten(table, translated)
    for day in course.assignments():
        place = day.learner_notebook.relative_to(course.learner_folder(root)).as_posix()
        table = table.replace(f"\n| {day.number} |", f"\n| [{assignment_name(day.name)}]({place}) |")
    return "\n\n".join(filter(None, [table, _other_languages(root)]))


def _other_languages(root: Path) -> str:
    """Return the names of the other languages, each in itself, as links to this page; "" where there is none."""
    links = []
    for name in (ENGLISH, *editions.offered()):
        if name != LANGUAGE.get():
            with editions.speaking(name):
                there = path_in(root)
            place = Path(os.path.relpath(there, path_in(root).parent)).as_posix()
            links.append(f"[{Locale.parse(name).get_display_name()}]({place})")
    return " · ".join(links)


def fill(root: Path) -> bool:
    """Write the page to days/ if it is missing or untouched, and tell whether anything changed.

    Does nothing in a course without the page's master, such as a copy of only the days.
    """
    target = path_in(root)
    if not (root / "source" / "start_here.py").exists() or (target.exists() and not stubs.untouched(target)):
        return False
    fresh = page(root)
    if target.exists() and nbformat.read(target, as_version=4) == fresh:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, (nbformat.writes(fresh) + "\n").encode())
    return True
