# SPDX-License-Identifier: MIT
"""How long the parts of a day take to read: an estimate, computed from the day's own text.

A part is what stands under a numbered section, such as ``section 3``; what stands before the first is the ``start``,
and what stands after the last is ``looking back``. Counted are the words of text and of open code, the figures, the
predictions that a text asks for, and the cells in which a learner writes in own words.

Not counted is what the minutes on a card are there for: the card, its hints, the answer cell and its checks. Nor is
what lies folded: further reading, tasks for those who want more, a model answer, and cells, but for their figures. Nor
is the engine of the day before, which a learner runs and leaves as it is.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from grading.notebooks.cells import OWN_WORDS

WORDS_A_MINUTE = 200
A_FIGURE = 0.5
A_PREDICTION = 1.0
OWN_WORDS_MINUTES = 5.0

START, BACK = "start", "looking back"
SECTION = re.compile(r"## (\d+)\. ")
CARD = "### Exercise "
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
# A placeholder is one word, as is the number that stands there in the notebook.
PLACEHOLDER = re.compile(r"\{(?:point|minute)[^{}]*\}")
NO_WORDS = re.compile(r"\]\([^)]*\)|<[^>]*>")
FIGURE = re.compile(r"Figure (\d+\.\d+)\. |\b(show_understanding)\(")
PREDICTION = "**Predict"


def parts(cells: Sequence[Any]) -> dict[str, int]:
    """Return the minutes of each part of a day, in the order of the text, rounded up."""
    minutes: dict[str, float] = defaultdict(float)
    for part, share in _shares(cells):
        minutes[part] += share
    # Rounded first, since sums of such shares may be a hair above a whole number.
    return {part: math.ceil(round(sum_, 6)) for part, sum_ in minutes.items()}


def _shares(cells: Sequence[Any]) -> Iterator[tuple[str, float]]:
    """Yield the part and the minutes of every piece of a day."""
    part = START
    for cell in cells:
        if cell.cell_type != "markdown":
            if "nbgrader" not in cell.metadata:
                yield part, _code(cell)
            continue
        for line, on_card, here in lines(cell, part):
            part = here
            if not on_card:
                yield part, words(line) / WORDS_A_MINUTE + A_PREDICTION * line.startswith(PREDICTION)
        if OWN_WORDS in cell.metadata.get("tags", ()):
            yield part, OWN_WORDS_MINUTES


def lines(cell: Any, part: str) -> Iterator[tuple[str, bool, str]]:
    """Yield each line of a text that lies open, whether it is a card's, and the part that it stands in."""
    on_card = False
    for line in PLACEHOLDER.sub("1", FOLD.sub("", cell.source)).split("\n"):
        if line.startswith("## "):
            part, on_card = _part(line, part), False
        on_card = on_card or line.startswith(CARD)
        yield line, on_card, part


def _part(heading: str, before: str) -> str:
    section = SECTION.match(heading)
    if section:
        return f"section {section[1]}"
    return START if before == START else BACK


def _code(cell: Any) -> float:
    """Return the minutes of a cell that is no part of an exercise: of its figures, and of its words if it is open."""
    figures = {found[0] for found in FIGURE.finditer(cell.source)}
    count = 0 if "jupyter" in cell.metadata else words(cell.source)
    return A_FIGURE * len(figures) + count / WORDS_A_MINUTE


def words(text: str) -> int:
    """Return how many words a text has, without its links and markup."""
    return sum(any(sign.isalnum() for sign in word) for word in NO_WORDS.sub(" ", text).split())
