# SPDX-License-Identifier: MIT
"""Cut a day into pieces for one sitting each: a name, one idea, and an exercise or a result at the end.

A piece is a section of the day, some neighbouring ones, or a part of one that begins at a heading of its own, such as
the card of an exercise. The day is cut so that as few minutes as possible lie outside of :data:`LEAST` to
:data:`MOST`; of two such ways the one with fewer cuts inside a section is taken. The minutes are those of
:mod:`building.reading_time` and of the cards. What is extra comes in any order, and is not cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from building import reading_time
from judge.notebooks import course, reference
from judge.notebooks.cells import CARD, OWN_WORDS, exercises, grade_id, is_grade, is_solution
from judge.run.messages import address
from judge.run.words import translated

# The minutes of one sitting.
LEAST, MOST = 10, 20
# The heading of what a day comes to, in a few words in bold: they name a piece that only looks back.
PRINCIPLE = "One principle"
HEADING = re.compile(r"^(##|###) (.+)$", re.MULTILINE)
# A tenth of a minute, such as for the heading of a folded table, makes no minute of its own.
_NOTHING = 0.1
_LETTER = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"\d+\. ")
# What a section begins with, such as "**Question: why does order matter?**".
_QUESTION = re.compile(r"^\*\*\w+: (.+?\?)\*\*$", re.MULTILINE)
_BOLD = re.compile(r"^\*\*(.+?)\.?\*\*", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """A piece of a day, in the reader's language."""

    number: int  # in its day, from 1
    name: str
    address: str  # of the heading that it begins with, such as ``#2.-Building-a-graph``; "" at the top of the day
    minutes: int
    # It is done once all of these are right: exercises by their ids, or the day by its name.
    right: tuple[str, ...]
    # Or, where it only leads to an exercise, once that one was tried.
    tried: str = ""
    question: str = ""  # the first one that its sections ask, as Markdown; "" where none asks any


@dataclass
class _Block:
    """What stands below one heading."""

    minutes: float
    is_section: bool = True  # else a part of one
    exercises: list[str] = field(default_factory=list)
    can_end: bool = False  # whether there is something at which a piece can end


class _Head(NamedTuple):
    """A heading in the reader's language."""

    text: str
    is_section: bool
    below: str  # the text up to the next one


def of_day(day: course.Assignment) -> list[Piece]:
    """Return the pieces of a day, in the reader's language.

    Raises:
        CourseError: The day has not been built.
    """
    return of_notebook(day, reference.source_notebook(day))


def of_notebook(day: course.Assignment, notebook: Any) -> list[Piece]:
    """Return the pieces of a day, in the language of a notebook of it."""
    blocks, heads = _blocks(reference.cells(day.number)), _heads(notebook)
    pieces, at = [], 0
    for number, size in enumerate(_cut(blocks), 1):
        here = blocks[at : at + size]
        own = tuple(name for block in here for name in block.exercises)
        following = next((name for block in blocks[at + size :] for name in block.exercises), "")
        pieces.append(
            Piece(
                number,
                _name(heads[at : at + size]),
                address(heads[at].text) if at else "",
                _rounded(sum(block.minutes for block in here)),
                own if own or following else (day.name,),
                "" if own else following,
                next((found[1] for head in heads[at : at + size] if (found := _QUESTION.search(head.below))), ""),
            )
        )
        at += size
    return pieces


def _blocks(cells: Sequence[Any]) -> list[_Block]:
    """Return what a day has up to its second part: its beginning, and what stands below each heading."""
    reading = reading_time.by_heading(cells)
    minutes = {one.id: one.minutes for one in exercises(_as_notebook(cells))}
    blocks, is_over = [_Block(reading[0])], False
    for cell, lines, _ in reading_time.by_cell(cells):
        for line in lines:
            if line.text.startswith(reading_time.HEADS):
                if is_over:
                    return blocks
                is_over = reading_time.opens_part_two(line.text)
                blocks.append(_Block(reading[line.place], line.text.startswith("## ")))
        block = blocks[-1]
        if is_solution(cell):
            block.exercises.append(str(grade_id(cell)))
            block.minutes += minutes[block.exercises[-1]]
        block.can_end = block.can_end or _can_end(cell)
    return blocks


def _can_end(cell: Any) -> bool:
    """Tell whether a piece can end with this cell: with an exercise, something to run, or an answer to unfold."""
    tags = cell.metadata.get("tags", ())
    if cell.cell_type == "markdown":
        return OWN_WORDS in tags or "<details>" in cell.source
    return not is_grade(cell) and not {"setup", "given"}.intersection(tags)


def _as_notebook(cells: Sequence[Any]) -> Any:
    from nbformat import NotebookNode  # Not at once: this package is slow to load.

    return NotebookNode(cells=list(cells))


def _heads(notebook: Any) -> list[_Head]:
    """Return the headings of a day, its beginning first: they stand in one order in all languages."""
    text = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = list(HEADING.finditer(text))
    ends = [*(heading.start() for heading in found[1:]), len(text)]
    heads = [_Head("", True, "")]
    for heading, end in zip(found, ends, strict=True):
        heads.append(_Head(heading[2].rstrip(), heading[1] == "##", text[heading.end() : end]))
    return heads


def _cut(blocks: Sequence[_Block]) -> tuple[int, ...]:
    """Return how many blocks each piece has."""

    @cache
    def best(start: int) -> tuple[int, int, tuple[int, ...]]:
        """Return the minutes outside, the cuts inside a section and the sizes of the best pieces from a block on."""
        if start == len(blocks):
            return 0, 0, ()
        ways, minutes = [], 0.0
        for end in range(start + 1, len(blocks) + 1):
            minutes += blocks[end - 1].minutes
            if end < len(blocks) and not blocks[end - 1].can_end:
                continue
            outside, inside, sizes = best(end)
            whole = _rounded(minutes)
            outside += max(LEAST - whole, whole - MOST, 0)
            inside += end < len(blocks) and not blocks[end].is_section
            ways.append((outside, inside, (end - start, *sizes)))
        return min(ways)

    return best(0)[2]


def _rounded(minutes: float) -> int:
    return reading_time.rounded(minutes - _NOTHING)


def _name(heads: Sequence[_Head]) -> str:
    """Return the name of a piece: of its first section with a number, or exercise; else what the day comes to."""
    for head in heads:
        if card := CARD.match(f"### {head.text}"):
            return _LETTER.sub(lambda letter: letter[0].upper(), card[2], count=1)
        if not head.is_section:
            return head.text
        if _NUMBER.match(head.text):
            return _NUMBER.sub("", head.text, count=1)
    principle = next((head for head in heads if head.text in (PRINCIPLE, translated(PRINCIPLE))), None)
    bold = _BOLD.search(principle.below) if principle else None
    return bold[1] if bold else heads[-1].text
