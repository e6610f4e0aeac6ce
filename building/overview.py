# SPDX-License-Identifier: MIT
"""The README's table of days: its minutes and points are the notebooks', its questions the author's."""

from __future__ import annotations

from pathlib import Path

from building import points
from grading.notebooks import course, reference
from grading.notebooks.writing import replace_file

README = "README.md"
# Around the README's table of days, since a comment between two of its rows would end it.
BEGIN = "<!-- The minutes and points of this table are written by `make release`. -->"
END = "<!-- End of the table. -->"


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
    questions = {entries[1].strip(): entries[2].strip() for line in lines if len(entries := line.split("|")) > 3}
    rows = [_row(day, questions.get(str(day.number), "")) for day in course.days()]
    return "\n".join([f"{before}{BEGIN}\n", *lines[:2], *rows, f"\n{END}{after}"])


def _row(day: course.Day, question: str) -> str:
    cells = reference.cells(day.number)
    values = points.values(cells)
    question = question or cells[0].source.split("\n")[0].partition(": ")[2]
    minutes, extra = values["minutes"]["core"], values["minutes"]["extra"]
    time = f"{minutes:g}+{extra:g}" if extra else f"{minutes:g}"
    return f"| {day.number} | {question} | {time} | {values['points']['total']:g} |"


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
