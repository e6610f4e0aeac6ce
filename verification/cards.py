# SPDX-License-Identifier: MIT
"""What a card promises to ask: the sentences of *Out* and *Must hold*, and the questions for each.

``exercises/EXERCISE/proof/asked.toml`` has a ``[[sentence]]`` for each of them, in the card's order:

- ``says``: the sentence as the card has it.
- ``asked``: the questions for it, as ``CHECK: QUESTION`` or as patterns, such as ``day1-trace-nodes: nodes_*``.
- ``shown``: right solutions that use a freedom which the sentence gives, as in ``proof/solutions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from judge.asking.probe import probes_of
from judge.notebooks import schemas
from judge.notebooks.cells import grade_id
from judge.notebooks.course import Day, place
from judge.notebooks.master import read
from judge.notebooks.schemas import TABLES, TEXT, TEXTS, read_toml
from verification.catalogued import checks_of
from verification.right_solutions import folder

FILE = "asked.toml"
ROWS = schemas.Schema(allowed={"sentence": TABLES})
ROW = schemas.Schema({"says": TEXT}, {"asked": TEXTS, "shown": TEXTS})

# A part of a card, such as *Out:* or *In, for `Careful`:*; "" stands after its colon.
PART = re.compile(r"\*(?=[A-Z])[^*\n]*?[:?]\*")
PROMISED = re.compile(r"\*(Out|Must hold)(:|, )")
HEADING = re.compile(r"^### Exercise .*", re.MULTILINE | re.DOTALL)
# A sentence ends at a stop before a capital letter, a name in code or a word in bold.
END = re.compile(r"""(?:(?<=[.?!])|(?<=[.?!]["*)]))\s+(?=["(]?[A-Z`*])""")


def sentences(card: str) -> list[str]:
    """Return the sentences of *Out* and *Must hold* of a card, in its order; tables are left out."""
    found: list[str] = []
    promised = False
    for block in _blocks(card):
        if PART.match(block):
            promised = bool(PROMISED.match(block))
            block = PART.sub("", block, count=1)
        if promised:
            found += [sentence for sentence in END.split(block.strip()) if sentence]
    return found


def _blocks(card: str) -> Iterator[str]:
    """Yield each paragraph and each item of a list as one line."""
    lines: list[str] = []
    for line in [*card.split("\n"), ""]:
        starts = line.lstrip().startswith("- ") or PART.match(line)
        if lines and (not line.strip() or starts):
            yield " ".join(lines)
            lines = []
        if line.strip() and not line.lstrip().startswith("|"):
            lines.append(line.strip().removeprefix("- "))


def cards(day: Day) -> dict[str, str]:
    """Return the card of each exercise of a day: the last one above its answer cell."""
    found: dict[str, str] = {}
    card = ""
    for cell in read(day.master):
        heading = HEADING.search(cell.source) if cell.cell_type == "markdown" else None
        if heading:
            card = heading[0]
        elif "answer" in cell.header:
            found[grade_id(cell)] = card
    return found


def rows(exercise: str) -> list[dict[str, Any]]:
    """Return the rows of an exercise's table.

    Raises:
        CourseError: The file is no TOML, or a key is missing, unknown or of another kind.
    """
    path = folder(exercise) / FILE
    tables = read_toml(path)
    ROWS.require(tables, place(path))
    for number, row in enumerate(tables.get("sentence", ()), start=1):
        ROW.require(row, f"{place(path)}: sentence {number}")
    return list(tables.get("sentence", ()))


def questions(day: Day) -> list[str]:
    """Return all questions of a day, each as ``CHECK: QUESTION``."""
    return [f"{check}: {probe.name}" for check in checks_of(day) for probe in probes_of(check)]


def unknown(row: dict[str, Any], known: list[str]) -> list[str]:
    """Return the patterns of a row that fit no question."""
    return [pattern for pattern in row.get("asked", ()) if not any(fnmatchcase(one, pattern) for one in known)]
