# SPDX-License-Identifier: MIT
"""The line of a day's notebook that says where a piece ends: one stands at the heading of each piece but the first.

A builder writes it, so no master has it. It is HTML, which nobody translates: it is said anew in each language.
"""

from __future__ import annotations

import re
from typing import Any

import language
from building.pieces.cutting import HEADING, of_notebook
from judge.notebooks import course
from judge.notebooks.cells import is_grade
from judge.run.messages import address
from judge.run.words import template

ABOVE = template("Piece {number} of {count} ends here. The next one takes {minutes} minutes.")
# Checks are folded up to the next cell that begins with a heading, so there the line stands below it.
BELOW = template("Piece {number} of {count} ended above. This one takes {minutes} minutes.")
LINE = re.compile(r'<p class="piece-end"><em>.*?</em></p>\n*')


def put(day: course.Assignment, notebook: Any) -> None:
    """Write the lines into the English notebook of a day.

    Raises:
        CourseError: The day's master has a fault.
    """
    pieces = of_notebook(day, notebook)
    begins = {one.address: one for one in pieces[1:]}
    for place, cell in enumerate(notebook.cells):
        for heading in reversed(list(HEADING.finditer(cell.source))) if cell.cell_type == "markdown" else ():
            if piece := begins.pop(address(heading[2].rstrip()), None):
                ends_fold = not heading.start() and is_grade(notebook.cells[place - 1])
                numbers = {"number": piece.number - 1, "count": len(pieces), "minutes": piece.minutes}
                line = _line((BELOW if ends_fold else ABOVE).format(**numbers))
                at = heading.end() if ends_fold else heading.start()
                line = f"\n\n{line}" if ends_fold else f"{line}\n\n"
                cell.source = f"{cell.source[:at]}{line}{cell.source[at:]}"


def translate(notebook: Any, name: str) -> None:
    """Say the lines of a notebook in another language."""
    known = language.catalogue(name, "docs")
    for english in (ABOVE, BELOW):
        text = known.get(english, english)
        written = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\d+)", re.escape(_line(english))))
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = written.sub(lambda line, text=text: _line(text.format(**line.groupdict())), cell.source)


def _line(text: str) -> str:
    return f'<p class="piece-end"><em>{text}</em></p>'
