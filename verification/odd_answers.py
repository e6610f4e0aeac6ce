# SPDX-License-Identifier: MIT
"""Odd answers: each was once judged wrongly, or nearly. Its case says what it loses.

``exercises/EXERCISE/proof/cases.toml`` has those of one exercise, ``exercises/shared/proof/cases/dayN.toml`` those that
belong to several exercises of a day. A ``[[case]]`` is the reference with some code run after it:

- ``code``: what is run. ``edit``: changes of the reference, or of the right ``solution`` that is named.
- ``asked``: the checks that are asked, as patterns; all of the day without it.
- ``lost``: the checks that are not correct, as patterns. Each pattern fits some of them, and no other check is lost.
- ``named``: the misconceptions that each of these names. ``reported``: what a learner reads in one of them, as
  regular expressions; ``silent``: what in none. ``outcome``: of each of these, if not ``not yet``.
- ``visible``: what a learner sees of the checks that are not lost has to pass, too.
- ``seeds``: how many are tried (1). ``exhaustive``: left out of an ordinary run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from judge.asking import folders
from judge.notebooks import schemas
from judge.notebooks.course import Assignment, place
from judge.notebooks.schemas import FLAG, NUMBER, TABLES, TEXT, TEXTS, read_toml
from verification.right_solutions import folder

CASES = schemas.Schema(allowed={"case": TABLES})
CASE = schemas.Schema(
    {"name": TEXT, "lost": TEXTS},
    {
        **{"code": TEXT, "edit": TABLES, "solution": TEXT, "asked": TEXTS, "named": TEXTS, "reported": TEXTS},
        **{"silent": TEXTS, "outcome": TEXT, "visible": FLAG, "seeds": NUMBER, "exhaustive": FLAG},
    },
)


def of_exercise(exercise: str) -> list[dict[str, Any]]:
    """Return the cases of an exercise.

    Raises:
        CourseError: The file is no TOML, or a key is missing, unknown or of another kind.
    """
    return _read(folder(exercise) / "cases.toml")


def of_several(day: Assignment) -> list[dict[str, Any]]:
    """Return the cases that belong to several exercises of a day.

    Raises:
        CourseError: The file is no TOML, or a key is missing, unknown or of another kind.
    """
    return _read(folders.root() / "shared" / folders.PROOF / "cases" / f"{day.name}.toml")


def _read(path: Path) -> list[dict[str, Any]]:
    tables, file = read_toml(path), place(path)
    CASES.require(tables, file)
    for number, case in enumerate(tables.get("case", ()), start=1):
        where = f"{file}: case {number}"
        CASE.require(case, where)
        for edit in case.get("edit", ()):
            schemas.EDIT.require(edit, f"{where}, an edit")
    return list(tables.get("case", ()))
