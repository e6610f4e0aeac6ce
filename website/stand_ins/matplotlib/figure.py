# SPDX-License-Identifier: MIT
"""A figure: its axes beside each other, what stands around each of them, and its legends, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import lettering, rcParams
from .areas import PATTERN
from .axes import Axes, Frame, Look, Nothing
from .axis import Axis

GAP = 5.0  # points between two things
LONG = 3.5  # of the line at a number of an axis
LINE = 24.0  # of a line in a legend
PLACES = (
    "upper right", "upper left", "lower left", "lower right", "center right", "center left", "lower center",
    "upper center", "center",
)  # fmt: skip


class Figure:
    """A figure; ``lacks`` has the names of what was asked for and is not known here."""

    def __init__(
        self, size: tuple[float, float] = (6.4, 4.8), rows: int = 1, columns: int = 1, sharex: bool = False,
        sharey: bool = False,
    ) -> None:  # fmt: skip
        self.width, self.height = 72 * size[0], 72 * size[1]
        self.rows, self.columns = rows, columns
        self.lacks: list[str] = []
        self._shared = sharex, sharey
        across, up = Axis(False), Axis(True)
        self.axes = [
            Axes(self.lacks, across if sharex else Axis(False), up if sharey else Axis(True))
            for _ in range(rows * columns)
        ]
        self._legend: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.lacks.append(name)
        return Nothing()

    def legend(self, handles: Sequence[Look], labels: Sequence[str], *, loc: str, ncols: int = 1) -> None:
        """Say below all axes what the lines and marks are: ``loc`` is "outside lower left"."""
        if loc != "outside lower left":
            self.lacks.append(loc)
        given = list(zip(labels, handles, strict=True))
        self._legend = {"loc": "lower left", "title": "", "fontsize": None, "columns": ncols, "given": given}

    def as_svg(self, least: float) -> str:
        """Return the picture, whose letters have at least a size in points; "" where something in it is not known."""
        if self.lacks:
            return ""
        size = max(float(rcParams.get("font.size", 10.0)), least)
        legend = _Legend(self._legend, size, least) if self._legend else None
        height = self.height - (legend.height + GAP if legend else 0.0)
        frames = self._frames(size, least, height)
        drawn = [
            _axes(axes, frames[place], self._is_outer(place)).replace("url(#axes)", f"url(#axes{place})")
            for place, axes in enumerate(self.axes)
        ]
        clips = "".join(
            f'<clipPath id="axes{place}"><rect x="{frame.left:.2f}" y="{frame.top:.2f}" width="{frame.width:.2f}" '
            f'height="{frame.height:.2f}"/></clipPath>'
            for place, frame in enumerate(frames)
        )
        below = legend.svg(GAP, height) if legend else ""
        wide, high = f"{self.width:g}", f"{self.height:g}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}">'
            f"<defs>{PATTERN}{clips}</defs>{''.join(drawn)}{below}</svg>"
        )

    def _is_outer(self, place: int) -> tuple[bool, bool]:
        """Return whether axes have numbers below them, and beside them."""
        row, column = divmod(place, self.columns)
        return not self._shared[0] or row == self.rows - 1, not self._shared[1] or column == 0

    def _frames(self, size: float, least: float, height: float) -> list[Frame]:
        """Return where each axes lie: all are equally large, and what stands around them has room."""
        wide, high = self.width / self.columns, height / self.rows
        # How wide the words are depends on which numbers are written, and that on how wide the axes are.
        around = [
            _around(axes, 0.75 * wide, 0.7 * high, size, self._is_outer(place)) for place, axes in enumerate(self.axes)
        ]
        lefts, rights = (
            [max(one[side] for one in around[column :: self.columns]) for column in range(self.columns)]
            for side in (0, 1)
        )
        rows = [around[row * self.columns : (row + 1) * self.columns] for row in range(self.rows)]
        tops, bottoms = ([max(one[side] for one in row) for row in rows] for side in (2, 3))
        inner_wide = (self.width - sum(lefts) - sum(rights)) / self.columns
        inner_high = (height - sum(tops) - sum(bottoms)) / self.rows
        frames, top = [], 0.0
        for row in range(self.rows):
            top += tops[row]
            left = 0.0
            for column in range(self.columns):
                left += lefts[column]
                axes = self.axes[row * self.columns + column]
                frames.append(
                    _fitted(Frame(left, top, inner_wide, inner_high, axes.across, axes.up, size, least), axes)
                )
                left += inner_wide + rights[column]
            top += inner_high + bottoms[row]
        return frames


def _around(axes: Axes, wide: float, high: float, size: float, outer: tuple[bool, bool]) -> tuple[float, ...]:
    """Return how much room what stands around axes takes: left of them, right, above and below."""
    title = lettering.height(axes.title, 1.1 * size) + GAP if axes.title else 0.0
    if not axes.is_shown:
        return GAP, GAP, GAP + title, GAP
    beside = axes.up.widest(high, size) + LONG + GAP if outer[1] else 0.0
    below = axes.across.highest(wide, size) + LONG + GAP if outer[0] else 0.0
    left = GAP + beside + (lettering.height(axes.ylabel, size) + GAP if axes.ylabel else 0.0)
    bottom = GAP + below + (lettering.height(axes.xlabel, size) + GAP / 2 if axes.xlabel else 0.0)
    # The outermost numbers reach beyond the ends of their axis.
    texts = [text for _, text in axes.across.ticks(wide, size)] if outer[0] else []
    right = GAP + (lettering.width(texts[-1], size) / 2 if texts else 0.0)
    return left, right, max(GAP + title, size * 0.6), bottom


def _fitted(frame: Frame, axes: Axes) -> Frame:
    """Return where axes lie whose numbers are equally far apart in both directions, in the middle of their place."""
    if not axes.is_equal:
        return frame
    (left, right), (low, high) = frame.across.reach(), frame.up.reach()
    scale = min(frame.width / (right - left), frame.height / (high - low))
    wide, tall = scale * (right - left), scale * (high - low)
    x, y = frame.left + (frame.width - wide) / 2, frame.top + (frame.height - tall) / 2
    return Frame(x, y, wide, tall, frame.across, frame.up, frame.size, frame.least)


def _axes(axes: Axes, frame: Frame, outer: tuple[bool, bool]) -> str:
    parts = []
    if axes.is_shown:
        parts.append(_scales(axes, frame, outer))
    for mark in sorted(axes.marks):
        drawn = mark.draw(frame)
        parts.append(f'<g clip-path="url(#axes)">{drawn}</g>' if mark.is_clipped and drawn else drawn)
    if axes.title:
        x = frame.left + frame.width / 2
        parts.append(lettering.svg(axes.title, x, frame.top - GAP, 1.1 * frame.size, ha="center", va="bottom"))
    if axes.legend_asked is not None:
        asked = axes.legend_asked
        legend = _Legend({**asked, "given": asked["given"] or axes.legends}, frame.size, frame.least)
        parts.append(legend.svg(*legend.place(frame, axes)))
    return f"<g>{''.join(parts)}</g>"


def _scales(axes: Axes, frame: Frame, outer: tuple[bool, bool]) -> str:
    """Return the sides of axes, their numbers and their names."""
    parts, grid, size = [], [], frame.size
    right, bottom = frame.left + frame.width, frame.top + frame.height
    for number, text in axes.across.ticks(frame.width, size):
        x = frame.x(number)
        grid.append(f"M{x:.2f} {frame.top:.2f}V{bottom:.2f}")
        parts.append(f'<path d="M{x:.2f} {bottom:.2f}v{LONG}" stroke="#000000" stroke-width="0.8"/>')
        if outer[0]:
            parts.append(lettering.svg(text, x, bottom + LONG + 2, size, ha="center", va="top"))
    for number, text in axes.up.ticks(frame.height, size):
        y = frame.y(number)
        grid.append(f"M{frame.left:.2f} {y:.2f}H{right:.2f}")
        parts.append(f'<path d="M{frame.left:.2f} {y:.2f}h{-LONG}" stroke="#000000" stroke-width="0.8"/>')
        if outer[1]:
            parts.append(lettering.svg(text, frame.left - LONG - 2, y, size, ha="right", va="center"))
    left, top = frame.left, frame.top
    sides = {
        "left": f"M{left:.2f} {top:.2f}V{bottom:.2f}",
        "right": f"M{right:.2f} {top:.2f}V{bottom:.2f}",
        "bottom": f"M{left:.2f} {bottom:.2f}H{right:.2f}",
        "top": f"M{left:.2f} {top:.2f}H{right:.2f}",
    }
    shown = "".join(path for side, path in sides.items() if axes.spines[side].is_shown)
    parts.append(f'<path d="{shown}" fill="none" stroke="#000000" stroke-width="0.8" stroke-linecap="square"/>')
    below = axes.across.highest(frame.width, size) + LONG + GAP if outer[0] else 0.0
    beside = axes.up.widest(frame.height, size) + LONG + GAP if outer[1] else 0.0
    if axes.xlabel:
        parts.append(
            lettering.svg(axes.xlabel, frame.left + frame.width / 2, bottom + below, size, ha="center", va="top")
        )
    if axes.ylabel:
        place = frame.left - beside - GAP, frame.top + frame.height / 2
        parts.append(lettering.svg(axes.ylabel, *place, size, ha="center", turned=True))
    if axes.has_grid:
        colour, width = rcParams.get("grid.color", "#D9D9D9"), rcParams.get("grid.linewidth", 0.6)
        parts.insert(0, f'<path d="{"".join(grid)}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
    return "".join(parts)


class _Legend:
    """What lines and marks are, in a frame."""

    def __init__(self, asked: dict[str, Any], size: float, least: float) -> None:
        self._loc, self._title, self._given = asked["loc"], asked["title"], asked["given"]
        self._size = max(least, lettering.size_of(asked["fontsize"], size))
        self._columns = asked["columns"]
        self._row = self._size * 1.4
        widest = max((lettering.width(label, self._size) for label, _ in self._given), default=0.0)
        self._column = LINE + 2 * GAP + widest
        rows = -(-len(self._given) // self._columns) + bool(self._title)
        self.width = max(self._columns * self._column, lettering.width(self._title, self._size) + 2 * GAP) + GAP
        self.height = rows * self._row + GAP

    def place(self, frame: Frame, axes: Axes) -> tuple[float, float]:
        """Return its left and its top in a frame: where it was asked for, or where it hides least."""
        right, bottom = frame.left + frame.width - self.width - GAP, frame.top + frame.height - self.height - GAP
        middle = (frame.left + frame.width / 2 - self.width / 2, frame.top + frame.height / 2 - self.height / 2)
        spots = {}
        for name in PLACES:
            x = frame.left + GAP if "left" in name else right if "right" in name else middle[0]
            y = frame.top + GAP if "upper" in name else bottom if "lower" in name else middle[1]
            spots[name] = x, y
        if self._loc in spots:
            return spots[self._loc]
        drawn = axes.hidden(frame)

        def hidden(name: str) -> int:
            x, y = spots[name]
            return sum(x - 2 <= a <= x + self.width + 2 and y - 2 <= b <= y + self.height + 2 for a, b in drawn)

        return spots[min(PLACES, key=hidden)]

    def svg(self, left: float, top: float) -> str:
        """Return it at a place."""
        parts = [
            f'<rect x="{left:.2f}" y="{top:.2f}" width="{self.width:.2f}" height="{self.height:.2f}" rx="2" '
            'fill="#ffffff" fill-opacity="0.85" stroke="#cccccc"/>'
        ]
        y = top + GAP / 2 + self._row / 2
        if self._title:
            parts.append(lettering.svg(self._title, left + self.width / 2, y, self._size, ha="center", va="center"))
            y += self._row
        for place, (label, look) in enumerate(self._given):
            row, column = divmod(place, self._columns)
            x, middle = left + GAP + column * self._column, y + row * self._row
            parts.append(look.sample(x, middle, LINE))
            parts.append(lettering.svg(label, x + LINE + GAP, middle, self._size, va="center"))
        return "".join(parts)
