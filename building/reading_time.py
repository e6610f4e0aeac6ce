# SPDX-License-Identifier: MIT
"""Estimate how long a day takes from its text.

A part is the text under a numbered section, such as ``section 3``; before the first section it is the ``start``, after
the last ``looking back``. Counted are words, lines of open code, figures, demonstrations, predictions, and cells in
which a learner writes in their own words. A figure and a demonstration include about twenty words of output, the
average of the cells of the five days.

Not counted are the card, its hints, the answer cell and its checks, which the minutes on the card cover; folded text
and folded cells, except for their figures; and the engine of the day before, which a learner only runs.

From the heading :data:`PART_TWO` on, all is optional. Its sections are parts such as ``section 7, extra``; what stands
under no numbered section there is ``part two, extra``.

The sum of a part is multiplied by :data:`CALIBRATION`, which is fitted to six trials. `python -m benchmarks.minutes`
prints them, and says how little six prove.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from judge.notebooks.cells import OWN_WORDS, PART_TWO
from judge.run.words import translated

WORDS_A_MINUTE = 130
A_LINE_OF_CODE = 0.1
A_DEMONSTRATION = 0.55
A_FIGURE = 0.75
A_PREDICTION = 1.5
OWN_WORDS_MINUTES = 5.0
# What a part takes for each minute that the figures above give it.
CALIBRATION = 1.25

# What the name of a part ends with that is extra.
APART = ", extra"

START, BACK, SECOND = "start", "looking back", "part two"
SECTION = re.compile(r"## (\d+)\. ")
CARD = "### Exercise "
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
# A placeholder counts as one word, as does the number that replaces it.
PLACEHOLDER = re.compile(r"\{(?:point|minute)[^{}]*\}")
NO_WORDS = re.compile(r"\]\([^)]*\)|<[^>]*>")
FIGURE = re.compile(r"Figure (\d+\.\d+)\. |\b(show_understanding|so_far)\(")
PREDICTION = "**Predict"
NUMBER = re.compile(r"### Exercise (\d+\.\d+):")
# What a section begins with, or a part of one: an exercise or a turn of its text.
HEADS = ("## ", "### ")


@dataclass(frozen=True)
class Line:
    """A line of a day's text outside of folds."""

    text: str
    on_card: bool  # whether it belongs to the card of an exercise
    part: str  # of the day
    place: int  # the number of HEADS up to it


def parts(cells: Sequence[Any]) -> dict[str, int]:
    """Return the minutes of each part of a day, in the order of the text, rounded up."""
    minutes: dict[str, float] = defaultdict(float)
    for part, _, share in _shares(cells):
        minutes[part] += CALIBRATION * share
    return {part: rounded(sum_) for part, sum_ in minutes.items()}


def by_heading(cells: Sequence[Any]) -> dict[int, float]:
    """Return the minutes of reading below each of a day's :data:`HEADS`, by its place; 0 is before the first."""
    minutes: dict[int, float] = defaultdict(float)
    for _, place, share in _shares(cells):
        minutes[place] += CALIBRATION * share
    return minutes


def rounded(minutes: float) -> int:
    """Return minutes rounded up."""
    # Rounded first, since floating-point sums may be slightly above a whole number.
    return math.ceil(round(minutes, 6))


def extra(cells: Sequence[Any]) -> set[str]:
    """Return the parts and the numbers of the exercises that are extra."""
    found: set[str] = set()
    for _, lines, _ in by_cell(cells):
        for line in lines:
            if line.part.endswith(APART):
                card = NUMBER.match(line.text)
                found |= {line.part, card[1]} if card else {line.part}
    return found


def _shares(cells: Sequence[Any]) -> Iterator[tuple[str, int, float]]:
    """Yield a part, the place of its latest heading and its minutes for each bit of a day."""
    place = 0
    for cell, lines, part in by_cell(cells):
        place = lines[-1].place if lines else place
        if cell.cell_type != "markdown" and "nbgrader" not in cell.metadata:
            yield part, place, _code(cell)
        for line in lines:
            if not line.on_card:
                predicts = line.text.startswith(PREDICTION)
                yield line.part, line.place, words(line.text) / WORDS_A_MINUTE + A_PREDICTION * predicts
        if OWN_WORDS in cell.metadata.get("tags", ()):
            yield part, place, OWN_WORDS_MINUTES


def by_cell(cells: Sequence[Any]) -> Iterator[tuple[Any, list[Line], str]]:
    """Yield each cell of a day with its lines, none for code, and the part in which it ends."""
    part, in_part_two, place = START, False, 0
    for cell in cells:
        on_card = False
        lines: list[Line] = []
        text = PLACEHOLDER.sub("1", FOLD.sub("", cell.source)).split("\n") if cell.cell_type == "markdown" else []
        for line in text:
            if line.startswith("## "):
                in_part_two = in_part_two or opens_part_two(line)
                part, on_card = _part(line, part, in_part_two), False
            place += line.startswith(HEADS)
            on_card = on_card or line.startswith(CARD)
            lines.append(Line(line, on_card, part, place))
        yield cell, lines, part


def opens_part_two(line: str) -> bool:
    """Tell whether a line is the heading from which on all is extra."""
    return line.startswith("## ") and line[3:].strip() in (PART_TWO, translated(PART_TWO))


def _part(heading: str, before: str, in_part_two: bool) -> str:
    section = SECTION.match(heading)
    apart = APART if in_part_two else ""
    if section:
        return f"section {section[1]}{apart}"
    if in_part_two:
        return f"{SECOND}{apart}"
    return START if before == START else BACK


def _code(cell: Any) -> float:
    """Return the minutes of a code cell outside of exercises: of its figures and, if it is open, of its lines.

    An open cell without a figure is a demonstration.
    """
    figures = A_FIGURE * len({found[0] for found in FIGURE.finditer(cell.source)})
    if "jupyter" in cell.metadata:
        return figures
    count = sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in cell.source.split("\n"))
    return A_LINE_OF_CODE * count + (figures or A_DEMONSTRATION)


def words(text: str) -> int:
    """Count the words of a text, without links and markup."""
    return sum(any(sign.isalnum() for sign in word) for word in NO_WORDS.sub(" ", text).split())
