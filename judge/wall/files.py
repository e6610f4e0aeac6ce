# SPDX-License-Identifier: MIT
"""The files beside a notebook, which come with it behind the wall."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbgrader.utils import find_all_files

# Files of a notebook, and what they may be called in its folder. Each takes an entry of the folder in memory.
MOST_FILES = 2_000


@dataclass(frozen=True)
class Beside:
    """A file beside a notebook."""

    path: str  # in the notebook's folder
    place: Path  # where it lies
    size: int  # in bytes


def beside(folder: Path, ignored: Sequence[str]) -> list[Beside]:
    """Return the files of an assignment's folder that are no notebooks, by their paths.

    A link to a file stands for that file, as for nbgrader, which copies it; what is no file is left out.
    """
    found = []
    for name in sorted(find_all_files(str(folder), [*ignored, "*.ipynb"])):
        place = Path(name)
        if place.is_file():
            found.append(Beside(os.path.relpath(name, folder), place, place.stat().st_size))
    return found


def links_in(folder: Path) -> Iterator[str]:
    """Yield the paths in a folder that are links, or lie behind one."""
    for name, folders, files in os.walk(folder):
        for each in (*folders, *files):
            path = os.path.join(name, each)
            if os.path.islink(path):
                yield os.path.relpath(path, folder)


def size_of(files: Iterable[Beside]) -> int:
    """Return how many bytes some files have together."""
    return sum(file.size for file in files)


def as_fit(files: Sequence[Beside], most: int) -> tuple[list[Beside], list[Beside]]:
    """Return the files that have no more than so many bytes together, in their order, and those that are left out."""
    kept: list[Beside] = []
    left = most
    for file in files:
        if file.size <= left and len(kept) < MOST_FILES:
            kept.append(file)
            left -= file.size
    return kept, [file for file in files if file not in kept]
