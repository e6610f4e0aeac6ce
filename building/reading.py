# SPDX-License-Identifier: MIT
"""How long a day takes: an estimate, computed from the day's own text.

A part is the text under a numbered section, such as ``section 3``; the text before the first is the ``start``, and the
text after the last is ``looking back``. Counted are the words of text, the lines of open code, figures,
demonstrations, the predictions that a text asks for, and the cells in which a learner writes in own words. A figure and
a demonstration include about twenty words of output, which is what the cells of the five days print on average.

Not counted is what the minutes on a card are there for: the card, its hints, the answer cell and its checks. Nor is
what lies folded: further reading, tasks for those who want more, a model answer, and cells, but for their figures. Nor
is the engine of the day before, which a learner runs and leaves as it is.

From :data:`EXTRA` to the end of its section, the text is for those who want it: this is the part ``section 3, extra``.
A first sitting ends at :data:`SITTING`.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from grading.notebooks.cells import OWN_WORDS

WORDS_A_MINUTE = 130
A_LINE_OF_CODE = 0.1
A_DEMONSTRATION = 0.55
A_FIGURE = 0.75
A_PREDICTION = 1.5
OWN_WORDS_MINUTES = 5.0

EXTRA, APART = "**Extra.**", ", extra"
SITTING = "**A first sitting ends here**"

START, BACK = "start", "looking back"
SECTION = re.compile(r"## (\d+)\. ")
CARD = "### Exercise "
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
# A placeholder is one word, as is the number that replaces it in the notebook.
PLACEHOLDER = re.compile(r"\{(?:point|minute)[^{}]*\}")
NO_WORDS = re.compile(r"\]\([^)]*\)|<[^>]*>")
FIGURE = re.compile(r"Figure (\d+\.\d+)\. |\b(show_understanding|so_far)\(")
PREDICTION = "**Predict"
NUMBER = re.compile(r"### Exercise (\d+\.\d+):")


def parts(cells: Sequence[Any]) -> dict[str, int]:
    """Return the minutes of each part of a day, in the order of the text, rounded up."""
    minutes: dict[str, float] = defaultdict(float)
    for part, share in _shares(cells):
        minutes[part] += share
    # Rounded first, since sums of such shares may be a hair above a whole number.
    return {part: math.ceil(round(sum_, 6)) for part, sum_ in minutes.items()}


def outline(cells: Sequence[Any]) -> tuple[set[str], set[str]]:
    """Return what is extra, and what comes before the end of the first sitting: parts, and exercises by their number.

    Without a mark for its end, the first sitting is empty.
    """
    part = START
    extra: set[str] = set()
    seen: set[str] = set()
    first: set[str] = set()
    for cell in cells:
        if cell.cell_type != "markdown":
            continue
        for line, _, here in lines(cell, part):
            part, card = here, NUMBER.match(line)
            names = {part, card[1]} if card else {part}
            seen |= names
            if part.endswith(APART):
                extra |= names
            if line.startswith(SITTING):
                first = set(seen)
    return extra, first


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
    """Yield each line outside of folds, whether it is a card's, and the part that it belongs to."""
    on_card = False
    text = PLACEHOLDER.sub("1", FOLD.sub("", cell.source)).split("\n")
    for place, line in enumerate(text):
        if line.startswith("## "):
            part, on_card = _part(line, part), False
        opening = line.startswith("## ") and next(filter(None, text[place + 1 :]), "").startswith(EXTRA)
        if (opening or line.startswith(EXTRA)) and not part.endswith(APART):
            part, on_card = f"{part}{APART}", False
        on_card = on_card or line.startswith(CARD)
        yield line, on_card, part


def _part(heading: str, before: str) -> str:
    section = SECTION.match(heading)
    if section:
        return f"section {section[1]}"
    return START if before == START else BACK


def _code(cell: Any) -> float:
    """Return the minutes of a cell that is no part of an exercise: of its figures, and of its lines if it is open.

    An open cell without a figure is a demonstration.
    """
    figures = A_FIGURE * len({found[0] for found in FIGURE.finditer(cell.source)})
    if "jupyter" in cell.metadata:
        return figures
    count = sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in cell.source.split("\n"))
    return A_LINE_OF_CODE * count + (figures or A_DEMONSTRATION)


def words(text: str) -> int:
    """Return how many words a text has, without its links and markup."""
    return sum(any(sign.isalnum() for sign in word) for word in NO_WORDS.sub(" ", text).split())
