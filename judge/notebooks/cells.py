# SPDX-License-Identifier: MIT
"""Read a notebook's exercises from its cells: cards, answer cells, grade cells and points."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from judge.notebooks.course import CourseError
from judge.run.words import translated

OWN_WORDS = "own-words"
# The tag of a cell that a learner added, in the notebook that is graded.
EXTRA = "added-by-the-learner"
# The heading under which an assignment lists what learners see and did; an exercise's own table adds its number.
SYMPTOMS = "Symptom and cause"
# The heading behind which all exercises are extra: nothing needs them, and the assignment's core is done without.
PART_TWO = "Part two: extra"
# In a text master the points of a card are left to the builder. Each language has its own words.
CARD = re.compile(r"^### \w+ (\d+\.\d+): (.+?) \((?:[^()\n]* )?(\d+) min\)$", re.MULTILINE)
HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
CLAIM = re.compile(r'^"""(.+?)"""', re.DOTALL)


def made_id(assignment: str, text: str, number: int) -> str:
    """Return the id of a cell that the course gives, made of its text; ``number`` tells equal texts apart."""
    return f"{assignment}-{hashlib.sha256(f'{number}{text}'.encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class Check:
    """A grade cell: its id, its points and the claim that it opens with."""

    grade_id: str
    points: float
    claim: str

    @property
    def called(self) -> str:
        """How a reader knows the check: its claim, with code between backticks; its id where it has no claim."""
        return self.claim or self.grade_id


@dataclass(frozen=True)
class Exercise:
    """An exercise."""

    id: str  # the grade_id of its answer cell
    number: str  # the number of its card, such as ``3.2``
    title: str  # the title of its card
    minutes: int  # the minutes of its card
    checks: tuple[Check, ...]  # its grade cells
    table: str = (
        ""  # the heading under which stands what learners see and what they did; "" where the assignment has none
    )
    is_extra: bool = False  # whether it stands in the assignment's second part

    @property
    def points(self) -> float:
        """The sum of the points of the grade cells, which is where points are declared."""
        return sum(check.points for check in self.checks)


def _nbgrader(cell: Any) -> dict[str, Any]:
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def grade_id(cell: Any) -> str | None:
    """Return a cell's ``grade_id``, or None."""
    found = _nbgrader(cell).get("grade_id")
    return found if isinstance(found, str) else None


def is_solution(cell: Any) -> bool:
    """Tell whether this is the answer cell of an exercise, which holds its solution or its stub."""
    return bool(_nbgrader(cell).get("solution"))


def is_answer(cell: Any) -> bool:
    """Tell whether a learner writes in this cell and it counts as theirs."""
    return is_solution(cell) or OWN_WORDS in cell.get("metadata", {}).get("tags", [])


def is_grade(cell: Any) -> bool:
    """Tell whether this is a grade cell, which carries points."""
    return bool(_nbgrader(cell).get("grade"))


def owner(check: str, answers: Iterable[str]) -> str | None:
    """Return the answer cell that a check belongs to: the longest grade_id that the check's own begins with.

    That of ``day3-value-operators-power`` is ``day3-value-operators``; None where no answer cell fits.
    """
    return max((answer for answer in answers if check.startswith(f"{answer}-")), key=len, default=None)


def sections(notebook: Any) -> list[str]:
    """Return the headings of a notebook from level 2 down, in order; those of cards without points and minutes."""
    return [_section(heading) for heading in _headings(notebook)]


def headings(notebook: Any) -> dict[str, str]:
    """Return each heading in full by the name that :func:`sections` gives it, and a card's by its number, too."""
    found = {_section(heading): heading[1] for heading in _headings(notebook)}
    cards = {CARD.match(f"### {full}".rstrip()): full for full in found.values()}
    return {**found, **{card[1]: full for card, full in cards.items() if card}}


def _headings(notebook: Any) -> list[re.Match[str]]:
    texts = [cell.source for cell in notebook.cells if _is_of_the_course(cell)]
    return [heading for text in texts for heading in HEADING.finditer(text)]


def _is_of_the_course(cell: Any) -> bool:
    """Tell whether this is a text cell that the course wrote: a heading of a learner's is none of the assignment's."""
    return cell.cell_type == "markdown" and not is_answer(cell) and EXTRA not in cell.metadata.get("tags", [])


def _section(heading: re.Match[str]) -> str:
    card = CARD.match(heading[0].rstrip())
    return f"{heading[1].split()[0]} {card[1]}: {card[2]}" if card else heading[1].rstrip()


def exercise_numbers(notebook: Any) -> dict[str, str]:
    """Return the number of each exercise of a notebook by its name, such as ``"1.2"`` for ``"day1-trace"``."""
    return {name: number for name, (number, *_) in _cards(notebook).items()}


def exercises(notebook: Any) -> list[Exercise]:
    """Return the exercises of a notebook with solutions or of a released one, in order.

    Raises:
        CourseError: An answer cell has no card before it, or a grade cell belongs to no exercise.
    """
    for sentence in misplaced(notebook):
        raise CourseError(sentence)
    cards = _cards(notebook)
    names = [str(grade_id(cell)) for cell in notebook.cells if is_solution(cell)]
    checks: dict[str, list[Check]] = {name: [] for name in names}
    for cell in notebook.cells:
        if is_grade(cell):
            check = str(grade_id(cell))
            claim = CLAIM.match(cell.source)
            text = " ".join(claim[1].split()) if claim else ""
            checks[str(owner(check, names))].append(Check(check, float(_nbgrader(cell)["points"]), text))
    headings = sections(notebook)
    extra = _extra(notebook)
    return [
        Exercise(name, number, title, int(minutes), tuple(checks[name]), table_of(number, headings), name in extra)
        for name, (number, title, minutes) in ((name, cards[name]) for name in names)
    ]


def _extra(notebook: Any) -> set[str]:
    """Return the names of the answer cells in the second part of a notebook."""
    in_part_two, extra = False, set()
    for cell in notebook.cells:
        if _is_of_the_course(cell):
            found = {heading[1].strip() for heading in HEADING.finditer(cell.source)}
            in_part_two = in_part_two or not found.isdisjoint((PART_TWO, translated(PART_TWO)))
        elif is_solution(cell) and in_part_two:
            extra.add(str(grade_id(cell)))
    return extra


def table_of(number: str, headings: Iterable[str]) -> str:
    """Return the heading of the table of symptoms for an exercise's number: its own, else the assignment's, else ""."""
    names = (translated(f"{SYMPTOMS} in {number}"), translated(SYMPTOMS))
    return next((table for table in names if table in headings), "")


def misplaced(notebook: Any) -> Iterator[str]:
    """Yield a sentence for each grade cell that belongs to no exercise, and for each answer cell without a card."""
    names, cards = [str(grade_id(cell)) for cell in notebook.cells if is_solution(cell)], _cards(notebook)
    for cell in notebook.cells:
        if is_grade(cell) and owner(str(grade_id(cell)), names) is None:
            yield f"The grade cell {grade_id(cell)} belongs to no answer cell: {', '.join(names)}."
    for name in names:
        if name not in cards:
            yield f"The answer cell {name} has no card (### Exercise n.m: ...) before it."


def _cards(notebook: Any) -> dict[str, tuple[str, ...]]:
    cards: dict[str, tuple[str, ...]] = {}
    latest = None
    for cell in notebook.cells:
        if _is_of_the_course(cell) and (card := CARD.search(cell.source)):
            latest = card.groups()
        elif is_solution(cell) and latest:
            cards[str(grade_id(cell))] = latest
            latest = None
    return cards
