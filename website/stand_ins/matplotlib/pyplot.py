# SPDX-License-Identifier: MIT
"""Make figures, as ``matplotlib.pyplot`` does."""

from __future__ import annotations

from typing import Any

from gradtools.figures import show_plain

from . import rcParams as rcParams
from .axes import Axes, Nothing
from .figure import Figure

# The figures that nobody has closed, by their numbers.
_open: dict[int, Figure] = {}
# What is called otherwise here than where it is a setting of axes: `title`, and `set_title` there.
SETTINGS = ("title", "xlabel", "ylabel", "xlim", "ylim", "xticks", "yticks", "xscale", "yscale")
# What changes nothing in a picture that is drawn once, at the end.
IDLE = ("tight_layout", "ion", "ioff", "draw", "pause")


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
    made = _added(Figure(figsize, rows, columns, sharex, sharey))
    grid = Grid(made.axes[start : start + columns] for start in range(0, rows * columns, columns))
    if rows == columns == 1:
        return made, made.axes[0]
    return made, grid if rows > 1 and columns > 1 else made.axes


def figure(*, figsize: tuple[float, float] = (6.4, 4.8), layout: str = "constrained") -> Figure:
    """Return a new figure, in which functions of this module draw from now on."""
    return _added(Figure(figsize))


def _added(made: Figure) -> Figure:
    _open[max(_open, default=0) + 1] = made
    return made


def gcf() -> Figure:
    """Return the latest figure that is open; a new one where none is."""
    return _open[max(_open)] if _open else figure()


def gca() -> Axes:
    """Return the axes in which functions of this module draw."""
    return gcf().axes[-1]


def show(*_: Any, **__: Any) -> None:
    """Show all figures that are open, and forget them. A browser's kernel calls it at the end of each cell."""
    for each in [*_open.values()]:
        close(each)
        show_plain(each)


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


class _Function:
    """A function by its name: it draws in the axes that are current when it is called."""

    def __init__(self, name: str) -> None:
        self._name = f"set_{name}" if name in SETTINGS else name

    def __getattr__(self, name: str) -> Any:
        return Nothing()

    def __call__(self, *given: Any, **look: Any) -> Any:
        """Call it."""
        return None if self._name in IDLE else getattr(gca(), self._name)(*given, **look)


def __getattr__(name: str) -> Any:
    """Return a function of this module. One that is not known here draws nothing, which the figure says."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Function(name)
