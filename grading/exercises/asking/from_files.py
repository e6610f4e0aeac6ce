# SPDX-License-Identifier: MIT
"""What the course's files say of the notebook that a check stands in."""

from __future__ import annotations

from functools import lru_cache

from grading.exercises.asking.ask import Setting
from grading.notebooks import course, reference
from grading.notebooks.cells import grade_id
from grading.notebooks.master import BEGIN_HIDDEN
from grading.run.cells import definitions


def setting_of(check: str) -> Setting:
    """Return the setting of a check: what its cell is to define, what given cells leave, and whose cells are own."""
    return _setting_of(check, course.stamp(check))


@lru_cache(maxsize=64)
def _setting_of(check: str, stamp: int) -> Setting:
    names = reference.defined_by(check)
    given = reference.given(check) if names else {}
    answers = reference.solutions(check)
    code = [cell for cell in reference.cells(check) if cell.cell_type == "code"]
    authors = {cell.source.strip() for cell in code if str(grade_id(cell)) not in answers}
    return Setting(
        frozenset(names),
        {name: definitions(given[name]) for name in names & given.keys()},
        lambda text: BEGIN_HIDDEN not in text and text.strip() not in authors,
    )
