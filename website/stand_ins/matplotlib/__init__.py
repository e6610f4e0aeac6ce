# SPDX-License-Identifier: MIT
"""Stands for matplotlib in a browser, where NumPy has no wheel: takes what a figure's cell asks for, and draws nothing.

``gradtools.show_figure`` shows the figure's words.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any


class Nothing:
    """Stands for whatever is asked for; ``shape`` is that of an array of axes."""

    def __init__(self, *shape: int):
        self._shape = shape

    def __getattr__(self, name: str) -> Any:
        """Return nothing for any public name; ``flat`` has as many entries as the array."""
        if name.startswith("__"):
            raise AttributeError(name)
        rows, columns = (*self._shape, 1, 1)[:2]
        return Nothing(rows * columns) if name == "flat" else self

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Do nothing."""
        return self

    def __getitem__(self, place: Any) -> Nothing:
        return Nothing()

    def __setitem__(self, place: Any, value: Any) -> None:
        """Keep nothing."""

    def __iter__(self) -> Iterator[Nothing]:
        return iter([Nothing(*self._shape[1:]) for _ in range(self._shape[0] if self._shape else 1)])

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing behind."""

    def subplots(self, rows: int = 1, columns: int = 1, **keywords: Any) -> tuple[Nothing, Nothing]:
        """Return a figure and its axes."""
        return Nothing(), Nothing(*[number for number in (rows, columns) if number > 1])


DRAWS_NOTHING = True
pyplot = sys.modules[f"{__name__}.pyplot"] = Nothing()  # type: ignore[assignment]
__path__: list[str] = []


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return pyplot
