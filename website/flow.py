# SPDX-License-Identifier: MIT
"""The figure at the top of the front page: gradients that flow back through a small graph, edge by edge.

What it shows is a backward pass of the course's own engine, as the stepper records it. It moves by CSS alone, and where
somebody wants nothing to move, or prints the page, it stands at the end of the pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from companion.stepper.stepping import Stepper

# Where each node stands: the middle of its box.
PLACES = {"a": (48, 32), "b": (48, 148), "s": (188, 130), "y": (312, 32)}
BOX_WIDTH, BOX_HEIGHT = 92, 58
WIDTH, HEIGHT = 360, 180
# Pixels of a line of text, of an arrow's head, from an edge to what it says, and from a text's middle to its baseline.
LINE, HEAD, ASIDE, BASELINE = 17, 9, 14, 5
# When what happens, in hundredths of a round: a step begins, and after that its edges grow, arrive, and it is over.
FIRST, STEP, GROWS, ARRIVES, OVER, LAST, END = 8, 38, 4, 16, 36, 97, 101
SECONDS = 14


class _Window(NamedTuple):
    """When something is to be seen, in hundredths of a round."""

    begin: int
    end: int

    def keyframes(self) -> str:
        """Return the animation that shows it then, without its name."""
        before = f"0%,{self.begin - 1}%{{opacity:0}}" if self.begin > 0 else ""
        after = f"{self.end + 1}%,100%{{opacity:0}}" if self.end < 100 else ""
        return f"{before}{max(self.begin, 0)}%,{min(self.end, 100)}%{{opacity:1}}{after}"

    def drawn(self) -> str:
        """Return the animation that draws a line, from its beginning to its end."""
        grown = self.begin + ARRIVES - GROWS
        hidden, drawn = "{stroke-dashoffset:1}", "{stroke-dashoffset:0}"
        return f"0%,{self.begin}%{hidden}{grown}%,{self.end}%{drawn}100%{hidden}"


class _Motion:
    """The animations of a figure: each is defined once."""

    def __init__(self) -> None:
        self.defined: dict[str, str] = {}

    def shown(self, begin: int, end: int) -> str:
        """Return the attributes of what is to be seen in a window; without motion only what is there at the end."""
        name = f"flow-{begin}-{end}"
        self.defined[name] = _Window(begin, end).keyframes()
        still = "" if end >= LAST else ' opacity="0"'
        return f'style="animation-name:{name}"{still}'

    def drawn(self, begin: int) -> str:
        """Return the attributes of a line that grows from then on."""
        name = f"flow-line-{begin}"
        self.defined[name] = _Window(begin, LAST).drawn()
        return f'style="animation-name:{name}"'

    def style(self) -> str:
        """Return the style of the figure."""
        frames = "".join(f"@keyframes {name}{{{steps}}}" for name, steps in self.defined.items())
        moving = f".flow svg [style]{{animation-duration:{SECONDS}s;animation-iteration-count:infinite}}"
        return f"<style>@media screen and (prefers-reduced-motion:no-preference){{{moving}}}{frames}</style>"


def drawing(stepper: Stepper, title: str) -> str:
    """Return the recorded pass of a stepper as SVG that moves; its description has the steps in words."""
    (board,) = stepper.boards
    nodes, motion = board["nodes"], _Motion()
    parts = [*_edges(nodes), *_shares(board, motion), *_boxes(board, motion)]
    head = (
        f'<svg role="img" aria-label="{escape(title)}" aria-describedby="flow-words" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<desc id="flow-words">{escape(stepper.words)}</desc>'
    )
    return "\n".join([head, motion.style(), *parts, "</svg>"])


def _edges(nodes: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the edges, along which the numbers went forward."""
    for node in nodes:
        for parent in node["parents"]:
            begin, end = _between(nodes[parent]["name"], node["name"])
            yield f'<path d="{_line(begin, end)}"/>'


def _shares(board: dict[str, Any], motion: _Motion) -> Iterator[str]:
    """Yield what each step passes back: a line that grows, its head, and the share that arrives."""
    nodes = board["nodes"]
    for number, step in enumerate(board["steps"]):
        start = FIRST + number * STEP
        for share in step["shares"]:
            begin, end = _between(nodes[step["node"]]["name"], nodes[share["to"]]["name"])
            shown = motion.shown(start + ARRIVES, LAST)
            x, y = _aside(begin, end)
            yield f'<path class="share" pathLength="1" {motion.drawn(start + GROWS)} d="{_line(begin, end)}"/>'
            yield f'<path class="share head" {shown} d="{_head(begin, end)}"/>'
            yield f'<text class="share" {shown} x="{x:.1f}" y="{y:.1f}">+{escape(share["added"])}</text>'


def _boxes(board: dict[str, Any], motion: _Motion) -> Iterator[str]:
    """Yield each node: its name, its number, and what its gradient is at which time."""
    last = len(board["nodes"]) - 1
    for place, node in enumerate(board["nodes"]):
        x, y = PLACES[node["name"]]
        left, top = x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2
        size = f'x="{left:g}" y="{top:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5"'
        yield f'<rect class="node" {size}/>'
        for number, step in enumerate(board["steps"]):
            if step["node"] == place:
                start = FIRST + number * STEP
                yield f'<rect class="now" {motion.shown(start, start + OVER)} {size}/>'
        yield f'<text class="name" x="{x}" y="{top + LINE:g}">{escape(node["shown"])}</text>'
        yield f'<text x="{x}" y="{top + 2 * LINE:g}">data {escape(node["data"])}</text>'
        first = board["steps"][0]["upstream"] if place == last else "0"
        for (begin, grad), (end, _) in pairwise([(0, first), *_arrivals(board, place), (END, "")]):
            yield f'<text {motion.shown(begin, end - 1)} x="{x}" y="{top + 3 * LINE:g}">grad {escape(grad)}</text>'


def _arrivals(board: dict[str, Any], place: int) -> Iterator[tuple[int, str]]:
    """Yield when something arrives at a node, and its gradient from then on."""
    for number, step in enumerate(board["steps"]):
        for share in step["shares"]:
            if share["to"] == place:
                yield FIRST + number * STEP + ARRIVES, share["after"]


Point = tuple[float, float]


def _between(one: str, other: str) -> tuple[Point, Point]:
    """Return where the straight line from one box to another leaves the first and meets the second."""
    return _border(PLACES[one], PLACES[other]), _border(PLACES[other], PLACES[one])


def _border(inside: Point, outside: Point) -> Point:
    """Return where the line from the middle of a box to a point outside leaves the box."""
    right, down = outside[0] - inside[0], outside[1] - inside[1]
    reach = min(
        BOX_WIDTH / 2 / abs(right) if right else 1.0,
        BOX_HEIGHT / 2 / abs(down) if down else 1.0,
    )
    return inside[0] + reach * right, inside[1] + reach * down


def _line(begin: Point, end: Point) -> str:
    return f"M{begin[0]:.1f} {begin[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


def _head(begin: Point, end: Point) -> str:
    """Return the head of an arrow at the end of a line."""
    long = hypot(end[0] - begin[0], end[1] - begin[1])
    right, down = (end[0] - begin[0]) / long, (end[1] - begin[1]) / long
    back = end[0] - HEAD * right, end[1] - HEAD * down
    half = HEAD / 2
    corners = [end, (back[0] - half * down, back[1] + half * right), (back[0] + half * down, back[1] - half * right)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def _aside(begin: Point, end: Point) -> Point:
    """Return where an edge says what it carries: beside its middle, on the upper side."""
    long = hypot(end[0] - begin[0], end[1] - begin[1])
    away = ASIDE / long if end[0] > begin[0] else -ASIDE / long
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    return middle[0] + away * (end[1] - begin[1]), middle[1] - away * (end[0] - begin[0]) + BASELINE
