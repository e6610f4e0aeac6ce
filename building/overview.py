# SPDX-License-Identifier: MIT
"""The README's table of days: minutes and points come from the notebooks, questions from the author."""

from __future__ import annotations

from pathlib import Path

from building import points
from judge.notebooks import course, reference
from judge.notebooks.writing import replace_file

README = "README.md"
# These comments enclose the table, since a comment inside would end it.
BEGIN = "<!-- The minutes and points of this table are written by `make release`. -->"
END = "<!-- End of the table. -->"


def filled(text: str) -> str:
    """Return the README with the current minutes and points of the days.

    A day without a row gets one, with its title as the question.

    Raises:
        CourseError: The README lacks one of the two comments around the table.
    """
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise course.CourseError(f"{README}: the table of days stands between {BEGIN} and {END}, each once.")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = [line for line in table.split("\n") if line.startswith("|")]
    questions = {entries[1].strip(): entries[2].strip() for line in lines if len(entries := line.split("|")) > 3}
    rows = [_row(day, questions.get(str(day.number), "")) for day in course.assignments()]
    return "\n".join([f"{before}{BEGIN}\n", *lines[:2], *rows, f"\n{END}{after}"])


def _row(day: course.Assignment, question: str) -> str:
    cells = reference.cells(day.number)
    values = points.values(cells)
    question = question or cells[0].source.split("\n")[0].partition(": ")[2]
    minutes, extra = values["minutes"]["core"], values["minutes"]["extra"]
    time = f"{minutes:g}+{extra:g}" if extra else f"{minutes:g}"
    return f"| {day.number} | {question} | {time} | {values['points']['total']:g} |"


def write_readme(folder: Path) -> bool:
    """Update the table in the README of a course's folder, and tell whether anything changed.

    Does nothing in a folder without a README, such as a copy of only the notebooks.
    """
    path = folder / README
    if not path.exists():
        return False
    before = path.read_text("utf-8")
    after = filled(before)
    if after != before:
        replace_file(path, after.encode())
    return after != before
