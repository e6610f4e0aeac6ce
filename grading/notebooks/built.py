# SPDX-License-Identifier: MIT
"""A day's notebook with solutions and hidden tests, as it was built from its master."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat

from grading.notebooks import course, reference


def source_notebook(day: course.Day) -> Any:
    """Return the day's notebook with solutions and hidden tests. It is kept: whoever changes it copies it.

    Raises:
        CourseError: It has not been built.
    """
    if not day.source_notebook.exists():
        raise course.CourseError(
            "{source_notebook} is missing: run `make release`.", source_notebook=day.source_notebook
        )
    return _read(day.source_notebook, day.source_notebook.stat().st_mtime_ns)


def cells(day: course.Day) -> list[Any]:
    """Return the cells of that notebook, or what the master says where it has not been built: that is slow to read."""
    return list(source_notebook(day).cells) if day.source_notebook.exists() else reference.cells(day.number)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Any:
    return nbformat.read(path, as_version=4)
