# SPDX-License-Identifier: MIT
"""The start page of the lab, built from its text master and the README's table of days."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from babel import Locale

from building import editions
from building.notebooks import METADATA
from building.overview import BEGIN, END, README
from building.paragraphs import rewritten
from building.pieces import listing, pictures
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


def page(root: Path, days: Sequence[course.Assignment] | None = None) -> Any:
    """Return the start page: its text master with the pieces of some days and the README's table of them.

    Raises:
        CourseError: The master has no place for the table.
    """
    days = course.assignments() if days is None else days
    master = root / "source" / "start_here.py"
    listed = "\n\n".join([listing.in_markdown(days), _table(root, days)])
    cells, written = [], jupytext.read(master).cells
    if not any(TABLE in read.source for read in written):
        raise course.CourseError(
            "{name}: {table} says where the table of days stands; it is missing.", name=master.name, table=TABLE
        )
    for read in written:
        new = nbformat.v4.new_markdown_cell if read.cell_type == "markdown" else nbformat.v4.new_code_cell
        cell = new(rewritten(read, translated).replace(TABLE, listed))
        cell["id"] = f"start-{hashlib.sha256(read.source.encode()).hexdigest()[:12]}"
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    spoken = {} if LANGUAGE.get() == ENGLISH else {"language": LANGUAGE.get()}
    notebook.metadata[stubs.STAMP] = {"release": stubs.stamp(notebook), **spoken, **listing.for_page(days)}
    return notebook


def _table(root: Path, days: Sequence[course.Assignment]) -> str:
    """Return the README's table of some days with links to the notebooks; "" without a README."""
    table = (root / README).read_text("utf-8") if (root / README).exists() else ""
    table = nbformat.v4.new_markdown_cell(table.partition(BEGIN)[2].partition(END)[0].strip())
    table = rewritten(table, translated)
    for day in course.assignments():
        place = day.learner_notebook.relative_to(course.learner_folder(root)).as_posix()
        link = f"| {_picture(day)}[{assignment_name(day.name)}]({place}) |"
        row = re.compile(rf"^\| {day.number} \|(.*\n?)", re.MULTILINE)
        table = row.sub(lambda found, link=link: link + found[1], table) if day in days else row.sub("", table)
    return "\n\n".join(filter(None, [table.rstrip(), _other_languages(root)]))


def _picture(day: course.Assignment) -> str:
    """Return the picture of a day as HTML, in a line of its own; "" without one. No attachment of a cell may be SVG."""
    words = escape(pictures.alternative(day))
    return f'<img src="{pictures.address(day)}" width="120" alt="{words}"><br>' if words else ""


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
