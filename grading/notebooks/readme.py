# SPDX-License-Identifier: MIT
"""The README's table of days: minutes and points are written from the notebooks, questions are the author's."""

from __future__ import annotations

from pathlib import Path

from grading.notebooks import course, points, reference
from grading.notebooks.writing import replace_file

NAME = "README.md"
# Around the table, since a comment between two of its rows would end it.
BEGIN = "<!-- The minutes and points of this table are written by `make release`. -->"
END = "<!-- End of the table. -->"


def filled(text: str) -> str:
    """Return the README with the minutes and points that the days have now.

    A day that has no row yet gets one, with its title for a question.

    Raises:
        CourseError: The README lacks one of the two comments around the table.
    """
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise course.CourseError(f"{NAME}: the table of days stands between {BEGIN} and {END}, each once.")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = [line for line in table.split("\n") if line.startswith("|")]
    asked = questions(text)
    rows = [f"| {' | '.join(row(day, asked))} |" for day in course.days()]
    return "\n".join([f"{before}{BEGIN}\n", *lines[:2], *rows, f"\n{END}{after}"])


def questions(text: str) -> dict[str, str]:
    """Return the question of each day, by its number, as a README asks it; empty where it has no table of days."""
    lines = text.partition(BEGIN)[2].partition(END)[0].split("\n")
    return {entries[1].strip(): entries[2].strip() for line in lines if len(entries := line.split("|")) > 3}


def row(day: course.Day, asked: dict[str, str]) -> list[str]:
    """Return the number of a day, its question or else its title, its minutes (extra ones apart) and its points."""
    cells = reference.cells(day.number)
    values = points.values(cells)
    question = asked.get(str(day.number)) or cells[0].source.split("\n")[0].partition(": ")[2]
    minutes, extra = values["minutes"]["core"], values["minutes"]["extra"]
    time = f"{minutes:g} + {extra:g}" if extra else f"{minutes:g}"
    return [str(day.number), question, time, f"{values['points']['total']:g}"]


def write(folder: Path) -> bool:
    """Write the table into the README of a course's folder, and tell whether anything changed.

    A folder without a README, such as a copy of the notebooks alone, is left as it is.
    """
    path = folder / NAME
    if not path.exists():
        return False
    before = path.read_text("utf-8")
    after = filled(before)
    if after != before:
        replace_file(path, after.encode())
    return after != before
