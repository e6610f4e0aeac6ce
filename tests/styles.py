# SPDX-License-Identifier: MIT
"""Right answers in other styles: the files of tests/fairness.

A file holds answer cells of one day. Each begins with a line such as ``# %% day2-value``; the comment above the first
says in a sentence what the style is. An answer cell that a file leaves out is the reference's.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from grading.notebooks import reference

__all__ = ["FOLDER", "read", "styles"]

FOLDER = Path(__file__).resolve().parent / "fairness"
_CELL = re.compile(r"^# %% +(\S+)\n", re.MULTILINE)


def styles() -> list[str]:
    """Return the names of all styles, such as ``day2/stored_partials``."""
    return sorted(f"{file.parent.name}/{file.stem}" for file in FOLDER.glob("day?/*.py"))


@cache
def read(style: str) -> dict[str, str]:
    """Return the source of each answer cell of a style by its grade_id.

    Raises:
        ValueError: A cell's name is no answer cell of the day, or stands twice.
    """
    _, *parts = _CELL.split((FOLDER / f"{style}.py").read_text("utf-8"))
    names, sources = parts[::2], parts[1::2]
    known = reference.solutions(style.partition("/")[0])
    strange = [name for name in names if name not in known or names.count(name) > 1]
    if strange or not names:
        raise ValueError(f"{style}: {strange or 'no cell'} is not an answer cell of the day, or stands twice.")
    return dict(zip(names, sources, strict=True))
