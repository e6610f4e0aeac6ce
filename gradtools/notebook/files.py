# SPDX-License-Identifier: MIT
"""The learner's files beside the folders of the days, where a day that is reset or handed in does not touch them."""

import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .. import language
from ..text import SaidError
from . import browser, kernel

# The checkout that this package stands in.
COURSE = Path(__file__).resolve().parents[2]


class Unreadable(SaidError):
    """A notebook of the learner's, or a cell of it, can't be had; the text is a sentence that says which."""


def folder(notebook: Path | None = None) -> Path:
    """Return the folder that holds the days' folders, or that of the notebook where it is in no folder of a day.

    Without a notebook it is the one of this kernel. Each language has a folder of its own in that of the English days.
    """
    found = [notebook] if notebook else kernel.notebooks()
    here = (found[0].parent if len(found) == 1 else Path.cwd()).absolute()
    return here.parent if re.fullmatch(r"day\d+", here.name) else here


def shared(folder: Path) -> Path:
    """Return where the days of all languages keep what they share: predictions, and the mistakes that were met."""
    return folder.parent if folder.name in language.known() else folder


def saved(folder: Path, day: int) -> list[dict[str, Any]]:
    """Return the cells of a day's notebook as it is saved; Unreadable where it can't be had."""
    notebooks = sorted(path for path in folder.glob(f"day{day}/day{day}_*.ipynb") if ".kept-" not in path.name)
    if not notebooks:
        raise Unreadable("The notebook of Day {day} is not here.", day=day)
    try:
        return kernel.saved_cells(notebooks[0])
    except (OSError, ValueError, RecursionError):
        raise Unreadable("The notebook of Day {day} can't be read.", day=day) from None


def cells(folder: Path, day: int, names: Iterable[str]) -> list[str]:
    """Return the texts of a day's cells of these names; Unreadable where one is missing or empty."""
    texts = {_name(cell): kernel.text_of(cell) for cell in saved(folder, day)}
    missing = [name for name in names if not texts.get(name)]
    if missing:
        raise Unreadable("The notebook of Day {day} has no cell {cell}, or it is empty.", day=day, cell=missing[0])
    return [texts[name] for name in names]


def course_cells(day: int, names: Iterable[str]) -> list[str]:
    """Return the texts of a day's cells as the course has them, whatever the learner's notebooks hold.

    Raises:
        Unreadable: The course's own notebook of that day is not here, or lacks one of them.
    """
    course = browser.unpacked() if browser.IS_HERE else COURSE
    return cells(course / "source", day, names)


def _name(cell: dict[str, Any]) -> str:
    metadata = cell.get("metadata")
    given = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return str(given.get("grade_id")) if isinstance(given, dict) else ""


def replace(path: Path, text: str) -> None:
    """Write a file by way of a second one that takes its place: a reader never finds half of it."""
    handle, partial = tempfile.mkstemp(prefix=path.name, suffix=".partial", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(partial, path)
    except OSError:
        Path(partial).unlink(missing_ok=True)
        raise
