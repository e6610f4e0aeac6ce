# SPDX-License-Identifier: MIT
"""Areas of a picture: where the numbers over a grid are above a level, and how an area is hatched."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

Point = tuple[float, float]
# The pattern that `hatched` refers to; each picture has it once.
PATTERN = (
    '<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M4 0V8" stroke="#000000" stroke-width="0.9"/></pattern>'
)


def hatched(path: str, colour: str, edge: str, hatch: str) -> str:
    """Return an area, with lines over it where it is hatched; "" for one without a corner."""
    if not path.strip("Z"):
        return ""
    lines = f'<path d="{path}" fill="url(#hatch)"/>' if hatch else ""
    return f'<path d="{path}" fill="{colour}" stroke="{edge}"/>{lines}'


def above(
    xs: Sequence[float], ys: Sequence[float], grid: Sequence[Sequence[float]], level: float
) -> Iterator[list[Point]]:
    """Yield shapes that cover where the numbers of a grid, row by row, are above a level.

    Between two neighbours the number changes evenly. Squares of a row that lie above it as a whole are one shape.
    A square with a corner that is no number is left out.
    """
    for down in range(len(ys) - 1):
        low, high = ys[down], ys[down + 1]
        start: float | None = None
        for along in range(len(xs) - 1):
            left, right = xs[along], xs[along + 1]
            corners = [(left, low), (right, low), (right, high), (left, high)]
            numbers = [grid[down][along], grid[down][along + 1], grid[down + 1][along + 1], grid[down + 1][along]]
            is_whole = all(number > level for number in numbers)
            if is_whole and start is None:
                start = left
            if not is_whole and start is not None:
                yield [(start, low), (left, low), (left, high), (start, high)]
                start = None
            if not is_whole and any(number > level for number in numbers) and not any(map(math.isnan, numbers)):
                yield _cut(corners, [number - level for number in numbers])
        if start is not None:
            yield [(start, low), (xs[-1], low), (xs[-1], high), (start, high)]


def _cut(corners: Sequence[Point], heights: Sequence[float]) -> list[Point]:
    """Return the part of a shape where the height is above 0."""
    kept: list[Point] = []
    for place, (corner, height) in enumerate(zip(corners, heights, strict=True)):
        if height > 0:
            kept.append(corner)
        after, next_height = corners[(place + 1) % len(corners)], heights[(place + 1) % len(corners)]
        if (height > 0) != (next_height > 0):
            share = height / (height - next_height) if math.isfinite(height - next_height) else 0.5
            kept.append((corner[0] + share * (after[0] - corner[0]), corner[1] + share * (after[1] - corner[1])))
    return kept
