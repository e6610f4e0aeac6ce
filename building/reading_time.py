# SPDX-License-Identifier: MIT
"""Estimate how long a day takes from its text.

A part is the text under a numbered section, such as ``section 3``; before the first section it is the ``start``, after
the last ``looking back``. Counted are words, lines of open code, figures, demonstrations, predictions, and cells in
which a learner writes in their own words. A figure and a demonstration include about twenty words of output, the
average of the cells of the five days.

Not counted are the card, its hints, the answer cell and its checks, which the minutes on the card cover; folded text
and folded cells, except for their figures; and the engine of the day before, which a learner only runs.

The text from :data:`EXTRA` to the end of its section is optional: it is the part ``section 3, extra``. A first sitting
ends at :data:`SITTING`.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from judge.notebooks.cells import OWN_WORDS

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
# A placeholder counts as one word, as does the number that replaces it.
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
    # Rounded first, since floating-point sums may be slightly above a whole number.
    return {part: math.ceil(round(sum_, 6)) for part, sum_ in minutes.items()}


def outline(cells: Sequence[Any]) -> tuple[set[str], set[str]]:
    """Return the parts and exercise numbers that are extra, and those in the first sitting, where no extra counts.

    The first sitting is empty if its end is not marked.
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
                first = seen - extra
    return extra, first


def _shares(cells: Sequence[Any]) -> Iterator[tuple[str, float]]:
    """Yield a part and its minutes for each piece of a day."""
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
    """Yield each line outside of folds, whether it is on a card, and its part."""
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
