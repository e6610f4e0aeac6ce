# SPDX-License-Identifier: MIT
"""The table of days, in the README and on the page on which the lab opens.

Minutes and points are written from the notebooks. The questions are the author's, in the README.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import nbformat

from grading.notebooks import build, course, points, reference, stubs
from grading.notebooks.writing import replace_file

README, START = "README.md", "start_here"
# Around the README's table, since a comment between two of its rows would end it.
BEGIN = "<!-- The minutes and points of this table are written by `make release`. -->"
END = "<!-- End of the table. -->"
# Where the table stands in the text master of the lab's page.
TABLE = "{days}"


def filled(text: str) -> str:
    """Return the README with the minutes and points that the days have now.

    A day that has no row yet gets one, with its title for a question.

    Raises:
        CourseError: The README lacks one of the two comments around the table.
    """
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise course.CourseError(f"{README}: the table of days stands between {BEGIN} and {END}, each once.")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = [line for line in table.split("\n") if line.startswith("|")]
    rows = [f"| {' | '.join(_row(day, text))} |" for day in course.days()]
    return "\n".join([f"{before}{BEGIN}\n", *lines[:2], *rows, f"\n{END}{after}"])


def _row(day: course.Day, text: str) -> list[str]:
    """Return the number of a day, its question in a README or else its title, its minutes and its points."""
    lines = text.partition(BEGIN)[2].partition(END)[0].split("\n")
    asked = {entries[1].strip(): entries[2].strip() for line in lines if len(entries := line.split("|")) > 3}
    cells = reference.cells(day.number)
    values = points.values(cells)
    question = asked.get(str(day.number)) or cells[0].source.split("\n")[0].partition(": ")[2]
    minutes, extra = values["minutes"]["core"], values["minutes"]["extra"]
    time = f"{minutes:g}+{extra:g}" if extra else f"{minutes:g}"
    return [str(day.number), question, time, f"{values['points']['total']:g}"]


def write_readme(folder: Path) -> bool:
    """Write the table into the README of a course's folder, and tell whether anything changed.

    A folder without a README, such as a copy of the notebooks alone, is left as it is.
    """
    path = folder / README
    if not path.exists():
        return False
    before = path.read_text("utf-8")
    after = filled(before)
    if after != before:
        replace_file(path, after.encode())
    return after != before


def start_page_path(root: Path) -> Path:
    """Return where the page is on which the lab of a course opens."""
    return root / "days" / f"{START}.ipynb"


def start_page(root: Path) -> Any:
    """Return the page on which the lab opens, built from its text master.

    Raises:
        CourseError: The master has no place for the table of days.
    """
    import jupytext

    master = root / "source" / f"{START}.py"
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
    text = (root / README).read_text("utf-8") if (root / README).exists() else ""
    rows = ["| Day | Question | Minutes (+ extra) | Points |", "|---|---|---:|---:|"]
    for day in course.days():
        number, *entries = _row(day, text)
        link = day.learner_notebook.relative_to(root / "days").as_posix()
        rows.append(f"| [Day {number}]({link}) | {' | '.join(entries)} |")
    return "\n".join(rows)


def write_start_page(root: Path) -> bool:
    """Write the page into days/ where it is missing or untouched, and tell whether anything changed.

    A course without the page's master, such as a copy of the days alone, is left as it is.
    """
    target = start_page_path(root)
    if not (root / "source" / f"{START}.py").exists() or (target.exists() and not stubs.untouched(target)):
        return False
    fresh = start_page(root)
    if target.exists() and nbformat.read(target, as_version=4) == fresh:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, (nbformat.writes(fresh) + "\n").encode())
    return True
