# SPDX-License-Identifier: MIT
"""Make figures, as ``matplotlib.pyplot`` does."""

from __future__ import annotations

from typing import Any

from .axes import Axes
from .figure import Figure

# The figures that nobody has closed, by their numbers.
_open: dict[int, Figure] = {}


class Grid(list[Any]):
    """The axes of a figure in rows and columns: ``grid[1, 2]``, and ``grid.flat``."""

    @property
    def flat(self) -> list[Axes]:
        """All axes, row by row."""
        return [axes for row in self for axes in row]

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place[0])[place[1]] if isinstance(place, tuple) else super().__getitem__(place)


def subplots(
    rows: int = 1,
    columns: int = 1,
    *,
    figsize: tuple[float, float] = (6.4, 4.8),
    layout: str = "constrained",
    sharex: bool = False,
    sharey: bool = False,
) -> tuple[Figure, Any]:
    """Return a figure and its axes: one, a list where it has one row or one column, or a grid."""
    figure = Figure(figsize, rows, columns, sharex, sharey)
    _open[max(_open, default=0) + 1] = figure
    grid = Grid(figure.axes[start : start + columns] for start in range(0, rows * columns, columns))
    if rows == columns == 1:
        return figure, figure.axes[0]
    return figure, grid if rows > 1 and columns > 1 else figure.axes


def get_fignums() -> list[int]:
    """Return the numbers of the figures that are open."""
    return sorted(_open)


def close(which: Any = None) -> None:
    """Forget a figure, by itself or by its number, or "all"; the latest where none is named."""
    if which == "all":
        _open.clear()
    for number in [number for number, figure in _open.items() if which in (number, figure)]:
        del _open[number]
    if which is None and _open:
        del _open[max(_open)]


def __getattr__(name: str) -> Any:
    """Return what draws in a figure that nobody has made: it shows nothing, and stops no cell."""
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(Figure().axes[0], name)
