# SPDX-License-Identifier: MIT
"""A day's text master as the linter reads it, however many faults it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nbformat import NotebookNode

from building import checks
from judge.notebooks import course
from judge.notebooks.cells import CARD, HEADING, grade_id, is_grade, is_solution, owner, sections

TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)

# A line of a Markdown cell: its number in the file, and its text without the comment sign.
Line = tuple[int, str]


@dataclass(frozen=True)
class ExerciseText:
    """An exercise as its master states it; ``between`` is the Markdown between card and answer cell."""

    id: str
    number: str
    card: str
    between: str
    answer: str
    checks: tuple[str, ...]


@dataclass(frozen=True)
class DayText:
    """A day's text master: its cells, and an error for each cell that can't be understood and is kept as written."""

    day: course.Assignment
    cells: list[Any]
    errors: list[str]

    @property
    def file(self) -> str:
        """The file's path relative to the root of the course."""
        return self.day.master.relative_to(self.day.root).as_posix()

    @cached_property
    def exercises(self) -> dict[str, ExerciseText]:
        """The exercises by grade_id, in order."""
        found: dict[str, ExerciseText] = {}
        answers = [str(grade_id(cell)) for cell in self.cells if is_solution(cell)]
        number, card, between = "", "", ""
        for cell in self.cells:
            if heading := CARD.search(cell.source) if cell.cell_type == "markdown" else None:
                number, card, between = heading[1], cell.source, cell.source[heading.end() :]
            elif cell.cell_type == "markdown":
                between += f"\n{cell.source}"
            elif is_solution(cell):
                name = str(grade_id(cell))
                own = tuple(check for check in self.checks if owner(check, answers) == name)
                found[name] = ExerciseText(name, number, card, between, cell.source, own)
        return found

    @cached_property
    def checks(self) -> dict[str, float]:
        """The points of all its checks, by grade_id."""
        return {str(grade_id(cell)): cell.metadata["nbgrader"]["points"] for cell in self.cells if is_grade(cell)}

    @cached_property
    def sections(self) -> list[str]:
        """The headings that a verdict can link to."""
        return sections(NotebookNode(cells=self.cells))

    def comes_before(self, check: str, section: str) -> bool:
        """Tell whether a check of the day comes before a section begins."""
        return self._places.get(check, len(self.cells)) < self._places[section]

    @cached_property
    def _places(self) -> dict[str, int]:
        """The index of the cell of each check, and of the first cell of each section."""
        named = [
            (name, place)
            for place, cell in enumerate(self.cells)
            for name in ([str(grade_id(cell))] if is_grade(cell) else sections(NotebookNode(cells=[cell])))
        ]
        return dict(reversed(named))

    @cached_property
    def first_columns(self) -> dict[str, list[str]]:
        """The first column of the first table under each heading."""
        texts = [cell.source for cell in self.cells if cell.cell_type == "markdown"]
        parts = [(heading[1], text[heading.end() :]) for text in texts for heading in HEADING.finditer(text)]
        tables = {heading: "".join(TABLE.findall(part)[:1]).splitlines() for heading, part in parts}
        return {heading: [row.split("|")[1].strip() for row in table[2:]] for heading, table in tables.items()}

    def prose(self) -> Iterator[list[Line]]:
        """Yield the lines of each Markdown cell as typed, without fenced code."""
        cell: list[Line] | None = None
        fenced = False
        for number, line in enumerate([*self.day.master.read_text("utf-8").split("\n"), "# %%"], start=1):
            if line.startswith("# %%"):
                if cell:
                    yield cell
                cell, fenced = ([] if "[markdown]" in line else None), False
            elif cell is not None and line.startswith("#"):
                text = line[1:].removeprefix(" ")
                fenced ^= text.startswith("```")
                if not fenced:
                    cell.append((number, text))


def read(day: course.Assignment) -> DayText:
    """Return a day's text master."""
    cells, errors = checks.gather(day.master)
    return DayText(day, cells, [str(error) for error in errors])
