# SPDX-License-Identifier: MIT
"""The learner's files beside the folders of the days, where a day that is reset or handed in does not touch them."""

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import language
import reading
from language.text import SaidError, say, template
from reading import notebook_file

from . import browser, kernel

Entry = TypeVar("Entry")
# The checkout that this package stands in.
COURSE = Path(__file__).resolve().parents[1]

# The file of each day, as it is released.
NOTEBOOKS = {
    1: "day1_value_class.ipynb",
    2: "day2_backward_pass.ipynb",
    3: "day3_topological_sort.ipynb",
    4: "day4_mlp.ipynb",
    5: "day5_gradient_norms.ipynb",
    6: "day6_tensor.ipynb",
}

NOT_WRITTEN = template("It could not be written to {file}: {error}. It is remembered until this notebook is closed.")
HALF_READ = template("What can't be read of the archive's {file} stays in the archive.")
REPLACED = template("Some of what was kept here gave way to what is newer: the file as it was is {file}.")
# What could not be written to a file, for as long as this kernel is.
_unwritten: dict[Path, dict[str, Any]] = {}


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
    # Beside it may lie a colleague's, as a browser saves it, or an older one of one's own.
    path = folder / f"day{day}" / NOTEBOOKS[day]
    if not path.exists():
        raise Unreadable("The notebook of Day {day} is not here.", day=day)
    try:
        return kernel.saved_cells(path)
    except (OSError, ValueError, RecursionError):
        raise Unreadable("The notebook of Day {day} can't be read.", day=day) from None


def cells(folder: Path, day: int, names: Iterable[str]) -> list[str]:
    """Return the texts of a day's cells of these names; Unreadable where one is missing or empty.

    One that was split is put together, and one of several attempts counts, as in the grader.
    """
    there = saved(folder, day)
    texts = {name: notebook_file.answer_named(there, name, ()) for name in names}
    missing = [name for name, found in texts.items() if not found.text.strip()]
    if missing:
        raise Unreadable("The notebook of Day {day} has no cell {cell}, or it is empty.", day=day, cell=missing[0])
    return [found.text.strip() for found in texts.values()]


def entries(path: Path) -> tuple[dict[str, Any], bool]:
    """Return the entries that a file of the learner's holds, and whether it could be read. No file holds none.

    What could not be written to it is among them.
    """
    readable = True
    try:
        found = reading.data_in(path)
    except FileNotFoundError:
        found = {}
    except reading.Unread:
        found, readable = {}, False
    if not isinstance(found, dict):
        found, readable = {}, False
    return {**found, **_unwritten.get(path, {})}, readable


def keep(path: Path, kept: dict[str, Any], unreadable: str = "") -> list[str]:
    """Write the entries of a file; return sentences where there is something to say.

    A file that could not be read whole is set aside, and the template ``unreadable`` says so.
    """
    try:
        said = set_aside(path, unreadable) if unreadable else []
        replace(path, json.dumps(kept, indent=1))
    except OSError as error:
        _unwritten[path] = kept
        return [say(NOT_WRITTEN, file=path, error=error.strerror)]
    _unwritten.pop(path, None)
    return said


def set_aside(path: Path, unreadable: str) -> list[str]:
    """Keep a file that can't be read whole under a dated name; return sentences, the first by this template.

    Raises:
        OSError: It can't be moved, and is where it was.
    """
    kept = reading.set_aside(path)
    return [say(unreadable, file=path.name), say("It is kept as {file}; a new one is begun.", file=kept.name)]


def merged(
    here: Mapping[str, Entry], there: Mapping[str, Entry], says: Callable[[Entry], int], is_newer: bool
) -> tuple[dict[str, Entry], int, bool]:
    """Return the entries of two files together, how many came from ``there``, and whether one of ``here`` gave way.

    Of two that differ the one stays that says more, by the number that ``says`` returns, else the newer.
    """
    both, gave_way = dict(here), False
    for name, entry in there.items():
        mine = here.get(name)
        if mine is None:
            both[name] = entry
        elif entry != mine and (says(entry), is_newer) > (says(mine), not is_newer):
            both[name], gave_way = entry, True
    return both, sum(both[name] != here.get(name) for name in both), gave_way


def take(path: Path, entries: dict[str, Any], unreadable: str, gave_way: bool) -> list[str]:
    """Write the entries of a file together with those of an archive; return sentences where there is something to say.

    A file of which an entry gave way stays under a dated name, and so does one that could not be read whole: then the
    template ``unreadable`` says so.

    Raises:
        OSError: It can't be written, and is as it was.
    """
    said = set_aside(path, unreadable) if unreadable else []
    if gave_way and not unreadable:
        said = [say(REPLACED, file=reading.set_aside(path).name)]
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, json.dumps(entries, indent=1))
    return said


def course_cells(day: int, names: Iterable[str]) -> list[str]:
    """Return the texts of a day's cells as the course has them, whatever the learner's notebooks hold.

    Raises:
        Unreadable: The course's own notebook of that day is not here, or lacks one of them.
    """
    return cells(_course() / "source", day, names)


def course_notebook(day: int) -> list[dict[str, Any]]:
    """Return the cells of a day as the course has them, in the language of this kernel's notebook.

    Raises:
        Unreadable: The course has no such day, or its own notebook of that day is not here.
    """
    if day not in NOTEBOOKS:
        raise Unreadable("The notebook of Day {day} is not here.", day=day)
    spoken = language.here()
    if spoken in language.known():
        with contextlib.suppress(OSError, ValueError, RecursionError):
            return kernel.saved_cells(language.notebook(spoken, f"day{day}/{NOTEBOOKS[day]}"))
    return saved(_course() / "source", day)


def _course() -> Path:
    return browser.unpacked() if browser.IS_HERE else COURSE


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
