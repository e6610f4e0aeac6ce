# SPDX-License-Identifier: MIT
"""The line of a day's notebook that says where a piece ends: one stands above the heading of each piece but the first.

A builder writes it, so no master has it. It is HTML, which nobody translates: it is said anew in each language.
"""

from __future__ import annotations

import re
from typing import Any

import language
from building.pieces.cutting import HEADING, of_notebook
from judge.notebooks import course
from judge.run.messages import address
from judge.run.words import template

TEXT = template("Piece {number} of {count} ends here. The next one takes {minutes} minutes.")
LINE = re.compile(r'<p class="piece-end"><em>(.*?)</em></p>')
_NUMBER = re.compile(r"\d+")


def put(day: course.Assignment, notebook: Any) -> None:
    """Write the lines into the English notebook of a day.

    Raises:
        CourseError: The day's master has a fault.
    """
    pieces = of_notebook(day, notebook)
    lines = {one.address: _line(TEXT, one.number - 1, len(pieces), one.minutes) for one in pieces[1:]}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for heading in reversed(list(HEADING.finditer(cell.source))):
                if line := lines.pop(address(heading[2].rstrip()), ""):
                    before, after = cell.source[: heading.start()], cell.source[heading.start() :]
                    cell.source = f"{before}{line}\n\n{after}"


def translate(notebook: Any, name: str) -> None:
    """Say the lines of a notebook in another language."""
    text = language.catalogue(name, "docs").get(TEXT, TEXT)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINE.sub(lambda line: _line(text, *map(int, _NUMBER.findall(line[1]))), cell.source)


def _line(text: str, number: int, count: int, minutes: int) -> str:
    return f'<p class="piece-end"><em>{text.format(number=number, count=count, minutes=minutes)}</em></p>'
