# SPDX-License-Identifier: MIT
"""Which cells of a notebook have to run so that its checks can be asked.

Setup, given and answer cells, and the checks. Demonstrations are the course's own text, and a learner's experiments
are nobody's business: of both only those run that define a name which an answer, or a check, uses and nothing else
defines, such as a helper.
"""

from __future__ import annotations

import builtins
from typing import Any

from judge.notebooks.cells import is_answer, is_grade
from reading.notebook_file import names_of, visible


def needed(notebook: Any) -> list[int]:
    """Return the places of the code cells that have to run, in order; grade cells are among them."""
    code = {place: cell for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"}
    # Of a grade cell only what a learner sees counts.
    texts = {place: visible(cell.source) if is_grade(cell) else str(cell.source) for place, cell in code.items()}
    names = {place: names_of(text) for place, text in texts.items()}
    definers: dict[str, list[int]] = {}
    for place in code:
        for name in names[place][0]:
            definers.setdefault(name, []).append(place)
    further = {place for place, cell in code.items() if is_answer(cell) or is_grade(cell) or is_given(cell)}
    chosen: set[int] = set()
    known = set(vars(builtins))
    while further:
        chosen |= further
        known.update(*(names[place][0] for place in further))
        missing = set().union(*(names[place][1] for place in further)) - known
        further = {place for name in missing for place in definers.get(name, ())}
    return sorted(chosen)


def is_given(cell: Any) -> bool:
    """Tell whether a cell is the assignment's setup, or code that the course gives."""
    return bool({"setup", "given"} & set(cell.metadata.get("tags", [])))
