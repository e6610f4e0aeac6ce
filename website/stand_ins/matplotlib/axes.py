# SPDX-License-Identifier: MIT
"""The axes of a figure: what a cell draws there is kept, and drawn when the figure is finished."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

from . import lettering, rcParams
from .areas import above, hatched
from .axis import Axis

# How a line is dashed, in its own width; and how it is called in a short format.
DASHES = {"-": "", "--": "3.7 1.6", "-.": "6.4 1.6 1 1.6", ":": "1 1.65"}
LINES, MARKERS = ("--", "-.", "-", ":"), "osD^vPX."
# How a colour is called in a short format, and what a look has two names for.
COLOURS = {"b": "blue", "g": "green", "r": "red", "c": "darkcyan", "m": "purple", "y": "olive", "k": "black"}
ALIKE = {"c": "color", "lw": "linewidth", "ls": "linestyle", "ms": "markersize"}
# What a mark lies above, unless it says where it lies.
UNDER, LINE, WORDS = 1.0, 2.0, 3.0


class Nothing:
    """Stands for what is asked for and not known here."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Do nothing."""
        return self

    def __iter__(self) -> Any:
        return iter(())


@dataclass(frozen=True)
class Frame:
    """Where axes lie in the picture, in points, and the size of the letters there: the usual one, and the least."""

    left: float
    top: float
    width: float
    height: float
    across: Axis
    up: Axis
    size: float
    least: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the place of two numbers in the picture."""
        return self.x(x), self.y(y)

    def x(self, number: float) -> float:
        """Return how far from the left of the picture a number lies."""
        share = self.across.share(number)
        return self.left + self.width * (1 - share if self.across.is_turned else share)

    def y(self, number: float) -> float:
        """Return how far from the top of the picture a number lies."""
        share = self.up.share(number)
        return self.top + self.height * (share if self.up.is_turned else 1 - share)


@dataclass
class Look:
    """How a line or a mark looks; it stands in a legend, too."""

    colour: str
    dash: str = ""
    marker: str = ""
    side: float = 5.0
    width: float = 1.8
    face: str = ""
    edge: str = ""
    hatch: str = ""
    is_area: bool = False

    def stroke(self) -> str:
        """Return the attributes of its line."""
        lengths = " ".join(f"{float(one) * self.width:.2f}" for one in DASHES.get(self.dash, self.dash).split())
        dashed = f' stroke-dasharray="{lengths}"' if lengths else ""
        return f'fill="none" stroke="{self.colour}" stroke-width="{self.width:.3g}" stroke-linejoin="round"{dashed}'

    def mark(self, x: float, y: float) -> str:
        """Return its marker at a place; "" where it has none, or the place is nowhere."""
        if not self.marker or not (math.isfinite(x) and math.isfinite(y)):
            return ""
        half = self.side / 2
        look = f'fill="{self.face or self.colour}" stroke="{self.edge or self.colour}"'
        if self.marker in "o.":
            return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{half / (2 if self.marker == "." else 1):.2f}" {look}/>'
        shape = {
            "s": "-1 -1 1 -1 1 1 -1 1", "D": "0 -1.2 1.2 0 0 1.2 -1.2 0", "^": "0 -1.1 1.1 0.9 -1.1 0.9",
            "v": "0 1.1 1.1 -0.9 -1.1 -0.9",
            "P": "-.4 -1 .4 -1 .4 -.4 1 -.4 1 .4 .4 .4 .4 1 -.4 1 -.4 .4 -1 .4 -1 -.4 -.4 -.4",
            "X": "-1 -.5 -.5 -1 0 -.5 .5 -1 1 -.5 .5 0 1 .5 .5 1 0 .5 -.5 1 -1 .5 -.5 0",
        }[self.marker].split()  # fmt: skip
        corners = [
            f"{x + half * float(a):.2f},{y + half * float(b):.2f}" for a, b in zip(shape[::2], shape[1::2], strict=True)
        ]
        return f'<polygon points="{" ".join(corners)}" {look}/>'

    def sample(self, x: float, y: float, long: float) -> str:
        """Return what stands in a legend, from ``x`` on and ``long``."""
        if self.is_area:
            path = f"M{x:.2f} {y - 4:.2f}h{long}v8h{-long}Z"
            return hatched(path, self.colour, self.edge or "none", self.hatch)
        line = f'<path d="M{x:.2f} {y:.2f}h{long}" {self.stroke()}/>' if self.dash != "None" else ""
        return line + self.mark(x + long / 2, y)


@dataclass(order=True)
class Mark:
    """Something that is drawn: above which others it lies, and how it is drawn."""

    zorder: float
    draw: Callable[[Frame], str] = field(compare=False)
    is_clipped: bool = field(compare=False, default=True)


class Spines(dict[str, "Spine"]):
    """The four sides of axes by their names; ``spines[:]`` has all of them."""

    def __getitem__(self, place: Any) -> Any:
        return Spine(list(self.values())) if isinstance(place, slice) else super().__getitem__(place)


class Spine:
    """A side of axes, or several."""

    def __init__(self, parts: Sequence[Spine] = (), is_shown: bool = True) -> None:
        self.parts, self.is_shown = parts, is_shown

    def set_visible(self, is_shown: bool) -> None:
        """Show it, or not."""
        for one in (self, *self.parts):
            one.is_shown = bool(is_shown)


class Axes:
    """Axes that draw what the course's figures ask for; ``lacks`` gets the names of all else."""

    def __init__(self, lacks: list[str], across: Axis, up: Axis) -> None:
        self.lacks, self.across, self.up = lacks, across, up
        self.marks: list[Mark] = []
        self.legends: list[tuple[str, Look]] = []
        self.legend_asked: dict[str, Any] | None = None
        self.title = self.xlabel = self.ylabel = ""
        self.is_equal = False
        self.is_shown = True
        self.has_grid = bool(rcParams.get("axes.grid"))
        shown = {side: rcParams.get(f"axes.spines.{side}", True) for side in ("left", "bottom", "right", "top")}
        self.spines = Spines({side: Spine(is_shown=is_shown) for side, is_shown in shown.items()})
        self._cycle = 0
        # The pieces of all lines, from point to point.
        self._drawn: list[tuple[tuple[float, float], tuple[float, float]]] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name.startswith("set_"):
            return partial(self._set, name.removeprefix("set_"))
        self.lacks.append(name)
        return Nothing()

    # Lines and marks.

    def plot(self, *given: Any, label: str = "", zorder: float = LINE, **look: Any) -> list[Any]:
        """Draw a line through points: ``ys``, or ``xs, ys``, with a format such as "--o" behind them."""
        *numbers, last = given
        short = last if isinstance(last, str) else ""
        columns = numbers if isinstance(last, str) else [*numbers, last]
        if len(columns) > 2:
            self.lacks.append("plot of several lines")
            return []
        # A single number is one point.
        ys, *more = [
            [float(one) for one in (column if isinstance(column, Iterable) else [column])]
            for column in reversed(columns)
        ]
        xs = more[0] if more else [float(place) for place in range(len(ys))]
        made = self._look(short, look)
        self._seen(xs, ys)
        self._drawn += pairwise(zip(xs, ys, strict=True))

        def draw(frame: Frame) -> str:
            places = [frame.at(x, y) for x, y in zip(xs, ys, strict=True)]
            return f'<path d="{_path(places)}" {made.stroke()}/>' if made.dash != "None" else ""

        self.marks.append(Mark(zorder, draw))
        if made.marker:
            self.marks.append(Mark(zorder, lambda frame: _marks(made, frame, xs, ys), is_clipped=False))
        self._keep(label, made)
        return []

    def semilogy(self, *given: Any, **look: Any) -> list[Any]:
        """Draw a line over a logarithmic vertical axis."""
        self.up.is_log = True
        return self.plot(*given, **look)

    def loglog(self, *given: Any, **look: Any) -> list[Any]:
        """Draw a line over two logarithmic axes."""
        self.across.is_log = True
        return self.semilogy(*given, **look)

    def scatter(
        self, xs: Iterable[float], ys: Iterable[float], *, s: float = 25.0, marker: str = "o", color: str = "",
        edgecolors: str = "", zorder: float = UNDER, label: str = "", **more: Any,
    ) -> None:  # fmt: skip
        """Draw a mark at each point; ``s`` is the square of its side."""
        self._unknown(more)
        across, up = [*map(float, xs)], [*map(float, ys)]
        face = color or self._next({"color"})["color"]
        made = Look(edgecolors or face, "None", marker, math.sqrt(s), face=face, edge=edgecolors)
        self._seen(across, up)
        self._drawn += [(point, point) for point in zip(across, up, strict=True)]
        self.marks.append(Mark(zorder, lambda frame: _marks(made, frame, across, up), is_clipped=False))
        self._keep(label, made)

    def axhline(self, y: float = 0.0, *, label: str = "", zorder: float = LINE, **look: Any) -> None:
        """Draw a line from the left to the right."""
        self._across(y, self.up, label, zorder, look)

    def axvline(self, x: float = 0.0, *, label: str = "", zorder: float = LINE, **look: Any) -> None:
        """Draw a line from below to the top."""
        self._across(x, self.across, label, zorder, look)

    def _across(self, number: float, axis: Axis, label: str, zorder: float, look: dict[str, Any]) -> None:
        number = float(number)
        made = self._look("", {"color": "#0072B2", "linestyle": "-", "marker": "", **look})
        axis.take([number])

        def draw(frame: Frame) -> str:
            if axis.is_upright:
                return f'<path d="M{frame.left:.2f} {frame.y(number):.2f}h{frame.width:.2f}" {made.stroke()}/>'
            return f'<path d="M{frame.x(number):.2f} {frame.top:.2f}v{frame.height:.2f}" {made.stroke()}/>'

        self.marks.append(Mark(zorder, draw))
        self._keep(label, made)

    # Areas.

    def fill_between(
        self, xs: Sequence[float], ys: Sequence[float], *, facecolor: str = "#dddddd", edgecolor: str = "none",
        hatch: str = "", **more: Any,
    ) -> None:  # fmt: skip
        """Fill the area between a line and 0."""
        self._unknown(more)
        self._seen(xs, [*ys, 0.0])

        def draw(frame: Frame) -> str:
            places = [frame.at(x, y) for x, y in zip(xs, ys, strict=True)]
            corners = [*places, (places[-1][0], frame.y(0.0)), (places[0][0], frame.y(0.0))]
            return hatched(f"{_path(corners)}Z", facecolor, edgecolor, hatch)

        self.marks.append(Mark(UNDER, draw))

    def contourf(
        self, xs: Sequence[float], ys: Sequence[float], numbers: Sequence[Sequence[float]], *,
        levels: Sequence[float], colors: Sequence[str], hatches: Sequence[str] = (), **more: Any,
    ) -> None:  # fmt: skip
        """Fill where the numbers over a grid lie between two neighbours of ``levels``."""
        self._unknown(more)
        across, up = [*map(float, xs)], [*map(float, ys)]
        grid = [[*map(float, row)] for row in numbers]
        self.across.take(across, (across[0], across[-1]))
        self.up.take(up, (up[0], up[-1]))

        def draw(frame: Frame) -> str:
            shapes = []
            for place, level in enumerate(levels[:-1]):
                corners = [[frame.at(x, y) for x, y in shape] for shape in above(across, up, grid, level)]
                path = "".join(f"{_path(shape)}Z" for shape in corners)
                shapes.append(hatched(path, colors[place], "none", hatches[place] if hatches else ""))
            return "".join(shapes)

        self.marks.append(Mark(UNDER, draw))

    def imshow(self, rows: Sequence[Sequence[float]], *, cmap: str, vmin: float, vmax: float, **more: Any) -> None:
        """Draw a square for each number, row by row from above: ``vmin`` is white and ``vmax`` black."""
        self._unknown(more)
        if cmap != "Greys":
            self.lacks.append(cmap)
        self.is_equal = self.up.is_turned = True
        for axis, count in ((self.across, len(rows[0])), (self.up, len(rows))):
            axis.limits = (-0.5, count - 0.5)

        def draw(frame: Frame) -> str:
            side = frame.width / len(rows[0])
            squares = []
            for down, row in enumerate(rows):
                for along, number in enumerate(row):
                    grey = round(255 * (1 - max(0.0, min(1.0, (number - vmin) / (vmax - vmin)))))
                    x, y = frame.left + along * side, frame.top + down * side
                    place = f'x="{x:.2f}" y="{y:.2f}" width="{side:.2f}" height="{side:.2f}"'
                    squares.append(f'<rect {place} fill="#{grey:02x}{grey:02x}{grey:02x}"/>')
            return f'<g shape-rendering="crispEdges">{"".join(squares)}</g>'

        self.marks.append(Mark(0.0, draw))

    def bar(self, xs: Any, heights: Any, width: float = 0.8, **look: Any) -> Bars:
        """Draw upright bars."""
        return self._bars(self.across, self.up, xs, heights, width, look)

    def barh(self, ys: Any, widths: Any, **look: Any) -> Bars:
        """Draw lying bars; where ``ys`` are texts they stand at the axis."""
        return self._bars(self.up, self.across, ys, widths, 0.8, look)

    def _bars(self, along: Axis, over: Axis, places: Any, lengths: Any, wide: float, look: dict[str, Any]) -> Bars:
        label, edge, hatch = (look.pop(name, "") for name in ("label", "edgecolor", "hatch"))
        colours = look.pop("color", "") or self._next({"color"})["color"]
        self._unknown(look)
        where, long = ([*given] if isinstance(given, Iterable) else [given] for given in (places, lengths))
        if where and isinstance(where[0], str):
            along.places, along.names = [float(place) for place in range(len(where))], where
            where = along.places
        each = [colours] * len(where) if isinstance(colours, str) else colours
        along.take(end for place in where for end in (place - wide / 2, place + wide / 2))
        over.take([0.0, *long], [0.0])

        def draw(frame: Frame) -> str:
            shapes = []
            for place, length, colour in zip(where, long, each, strict=True):
                low, high = place - wide / 2, place + wide / 2
                corners = [(low, 0.0), (high, 0.0), (high, length), (low, length)]
                ends = [frame.at(y, x) if along.is_upright else frame.at(x, y) for x, y in corners]
                shapes.append(hatched(f"{_path(ends)}Z", colour, edge or "none", hatch))
            return "".join(shapes)

        self.marks.append(Mark(UNDER, draw))
        self._keep(label, Look(each[0] if each else "", edge=edge, hatch=hatch, is_area=True))
        return Bars(along.is_upright, where, long)

    def bar_label(self, bars: Bars, *, fmt: str = "%g", padding: float = 0.0) -> None:
        """Write its length at the end of each bar."""
        for place, length in zip(bars.places, bars.lengths, strict=True):
            x, y = (length, place) if bars.are_lying else (place, length)
            shift = (padding, 0.0) if bars.are_lying else (0.0, padding + 1)
            ha, va = ("left", "center") if bars.are_lying else ("center", "bottom")
            self.annotate(fmt % length, (x, y), shift, "offset points", ha=ha, va=va)

    # Words.

    def text(self, x: float, y: float, words: str, **look: Any) -> None:
        """Write words at a place."""
        self.annotate(words, (x, y), **look)

    def annotate(
        self, text: str, xy: Sequence[float], xytext: Sequence[float] | None = None, textcoords: str = "data", *,
        ha: str = "left", va: str = "baseline", fontsize: Any = None, color: str = "black", weight: str = "normal",
        bbox: dict[str, Any] | None = None, arrowprops: dict[str, Any] | None = None, zorder: float = WORDS,
        **more: Any,
    ) -> None:  # fmt: skip
        """Write words at a place, beside it by some points, or at another one from which an arrow leads to it."""
        self._unknown(more)
        by_points = textcoords == "offset points"

        def draw(frame: Frame) -> str:
            size = max(frame.least, lettering.size_of(fontsize, frame.size))
            x, y = tip = frame.at(*xy)
            if xytext is not None:
                x, y = (x + xytext[0], y - xytext[1]) if by_points else frame.at(*xytext)
            wide, high = lettering.width(text, size), lettering.height(text, size)
            left = x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[ha]
            top = y - high * {"top": 0.0, "center": 0.5, "baseline": 0.75, "bottom": 1.0}[va]
            drawn = _box(left, top, wide, high, bbox) if bbox is not None else ""
            if arrowprops is not None:
                drawn = _arrow(_edge(left, top, wide, high, tip) if text else (x, y), tip, arrowprops) + drawn
            return drawn + lettering.svg(text, x, y, size, ha=ha, va=va, weight=weight, colour=color)

        self.marks.append(Mark(zorder, draw, is_clipped=False))

    def legend(self, handles: Any = None, labels: Any = None, *, loc: str = "best", **more: Any) -> None:
        """Say what the lines and marks are: of these axes, or those that are given."""
        title, fontsize, columns = more.pop("title", ""), more.pop("fontsize", None), more.pop("ncols", 1)
        self._unknown(more)
        given = list(zip(labels, handles, strict=True)) if labels is not None else None
        self.legend_asked = {"loc": loc, "title": title, "fontsize": fontsize, "columns": columns, "given": given}

    def get_legend_handles_labels(self) -> tuple[list[Look], list[str]]:
        """Return what a legend shows, and the words beside it."""
        return [look for _, look in self.legends], [label for label, _ in self.legends]

    def hidden(self, frame: Frame) -> list[tuple[float, float]]:
        """Return places in the picture that a legend had better not hide."""
        found = []
        for before, after in self._drawn:
            (a, b), (c, d) = frame.at(*before), frame.at(*after)
            found += [(a + (c - a) * step / 8, b + (d - b) * step / 8) for step in range(8)]
        return found

    # Settings.

    def set(self, **given: Any) -> None:
        """Set several things by their names, as ``set_title`` and the like do."""
        for name, value in given.items():
            if name in ("title", "xlabel", "ylabel"):
                setattr(self, name, str(value))
            elif name == "aspect":
                self.is_equal = value == "equal"
            elif name in ("xlim", "ylim"):
                self._axis(name).limits = value
            elif name in ("xticks", "yticks"):
                self._axis(name).places = [*map(float, value)]
            elif name in ("xticklabels", "yticklabels"):
                self._axis(name).names = [*map(str, value)]
            elif name in ("xscale", "yscale"):
                self._axis(name).is_log = value == "log"
            else:
                self.lacks.append(name)

    def grid(self, is_shown: bool = True, **more: Any) -> None:
        """Show the grid, or not."""
        self._unknown(more)
        self.has_grid = bool(is_shown)

    def axis(self, given: str) -> None:
        """Show nothing of the axes but what is drawn there: "off"."""
        if given != "off":
            self.lacks.append("axis")
        self.is_shown = False

    def invert_yaxis(self) -> None:
        """Let the numbers grow downwards."""
        self.up.is_turned = True

    # What methods above share.

    def _set(self, name: str, *given: Any, **more: Any) -> None:
        """Set one thing, as ``set_title("...")`` and ``set_xlim(0, 1)`` do."""
        self._unknown(more)
        if not given:
            self.lacks.append(name)
        elif name in ("xticks", "yticks") and len(given) == 2:
            self.set(**{name: given[0], f"{name[0]}ticklabels": given[1]})
        else:
            self.set(**{name: given[0] if len(given) == 1 else given})

    def _axis(self, name: str) -> Axis:
        return self.across if name.startswith("x") else self.up

    def _seen(self, xs: Iterable[float], ys: Iterable[float]) -> None:
        self.across.take(xs)
        self.up.take(ys)

    def _keep(self, label: str, look: Look) -> None:
        if label:
            self.legends.append((label, look))

    def _unknown(self, given: Iterable[str]) -> None:
        self.lacks.extend(given)

    def _next(self, wanted: set[str]) -> dict[str, Any]:
        """Return the next looks of the cycle."""
        looks = rcParams.get("axes.prop_cycle") or [{"color": "#0072B2", "linestyle": "-", "marker": ""}]
        found = looks[self._cycle % len(looks)]
        self._cycle += bool(wanted)
        return dict(found)

    def _look(self, short: str, given: dict[str, Any]) -> Look:
        """Return how a line looks, by a short format and by names; what neither says comes from the cycle."""
        given = {ALIKE.get(name, name): value for name, value in given.items()}
        if short[:1] in COLOURS:
            given = {"color": COLOURS[short[0]], **given}
            short = short[1:]
        dash = next((each for each in LINES if short.startswith(each)), "")
        marker = short[len(dash) :]
        if marker and marker not in MARKERS:
            self.lacks.append(short)
            marker = "o"
        formatted = {"linestyle": dash or "None", "marker": marker} if short else {}
        known = {"color", "linestyle", "marker"} & {*given, *formatted}
        look = {**self._next({"color", "linestyle", "marker"} - known), **formatted, **given}
        side, width, face = (look.pop(name, None) for name in ("markersize", "linewidth", "markerfacecolor"))
        colour, line, marker = (look.pop(name) for name in ("color", "linestyle", "marker"))
        self._unknown(look)
        if not isinstance(line, str):  # A pattern of the cycle: where it begins, and its lengths.
            line = " ".join(map(str, line[1]))
        return Look(
            colour, line or "None", marker, float(side or rcParams.get("lines.markersize", 5.0)),
            float(width or rcParams.get("lines.linewidth", 1.8)), face=face or "",
        )  # fmt: skip


@dataclass
class Bars:
    """Bars that were drawn."""

    are_lying: bool
    places: list[float]
    lengths: list[float]


def _marks(look: Look, frame: Frame, xs: Sequence[float], ys: Sequence[float]) -> str:
    places = [frame.at(x, y) for x, y in zip(xs, ys, strict=True)]
    right, bottom = frame.left + frame.width, frame.top + frame.height
    inside = [(x, y) for x, y in places if frame.left - 1 < x < right + 1 and frame.top - 1 < y < bottom + 1]
    return "".join(look.mark(x, y) for x, y in inside)


def _path(places: Sequence[tuple[float, float]]) -> str:
    """Return a path through places; it breaks where one of them is nowhere."""
    parts: list[str] = []
    for before, place in pairwise([(math.nan, math.nan), *places]):
        if all(map(math.isfinite, place)):
            sign = "L" if all(map(math.isfinite, before)) else "M"
            parts.append(f"{sign}{place[0]:.2f} {place[1]:.2f}")
    return "".join(parts)


def _box(left: float, top: float, wide: float, high: float, given: dict[str, Any]) -> str:
    is_round = given.get("boxstyle") == "round"
    pad = float(given.get("pad", 4.0 if is_round else 3.0))
    edge, dash = given.get("edgecolor", "none"), DASHES.get(given.get("linestyle", "-"), "")
    look = f'fill="{given.get("facecolor", "white")}" stroke="{edge}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    place = f'x="{left - pad:.2f}" y="{top - pad:.2f}" width="{wide + 2 * pad:.2f}" height="{high + 2 * pad:.2f}"'
    return f'<rect {place} rx="{4 if is_round else 0}" {look}/>'


def _edge(left: float, top: float, wide: float, high: float, tip: tuple[float, float]) -> tuple[float, float]:
    """Return where the way from the middle of a box to a place leaves the box."""
    across, down = left + wide / 2 - tip[0], top + high / 2 - tip[1]
    share = max(0.0, 1 - min((size / 2 + 2) / abs(way) for size, way in ((wide, across), (high, down)) if way))
    return tip[0] + across * share, tip[1] + down * share


def _arrow(start: tuple[float, float], tip: tuple[float, float], given: dict[str, Any]) -> str:
    colour, width = given.get("color", "black"), given.get("lw", 1)
    long = math.dist(start, tip)
    if not long or not math.isfinite(long):
        return ""
    along = ((tip[0] - start[0]) / long, (tip[1] - start[1]) / long)
    head = ""
    if given.get("arrowstyle") == "-|>":
        foot = [tip[k] - along[k] * 8 for k in (0, 1)]
        sides = [(foot[0] - sign * along[1] * 3.5, foot[1] + sign * along[0] * 3.5) for sign in (1, -1)]
        head = f'<path d="{_path([tip, *sides])}Z" fill="{colour}"/>'
    return f'<path d="{_path([start, tip])}" stroke="{colour}" stroke-width="{width}" fill="none"/>{head}'
