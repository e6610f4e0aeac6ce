# SPDX-License-Identifier: MIT
"""Inputs for probes: drawn anew at each run, from a seed, and easy to read.

Numbers are multiples of a quarter in general position: no two of one draw have the same size, and none is a
whole number, so that ``a + b``, ``a * b`` and their gradients can't agree by accident, and ``int`` shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

# Python's own: with what a submission puts in the place of `abs`, no draw might come to its end.
_size = abs

QUARTERS = tuple(size / 4 for size in range(5, 24) if size % 4)


class Draw:
    """One draw of inputs: a random source, and the sizes already given out."""

    def __init__(self, seed: str):
        self.random = random.Random(seed)
        self._taken: set[float] = {0.0, 1.0}

    def fresh(self, candidates: Callable[[], float]) -> float:
        """Return the first candidate whose size this draw has not given out yet."""
        while True:
            value = candidates()
            if _size(value) not in self._taken:
                self._taken.add(_size(value))
                return value


Drawer = Callable[[Draw], Any]


def number(draw: Draw) -> float:
    """Return a number from 1.25 to 5.75 in size, positive or negative, such as -3.25."""
    return draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice(QUARTERS))


def positive(draw: Draw) -> float:
    """Return a number from 1.25 to 5.75, such as 2.75."""
    return draw.fresh(lambda: draw.random.choice(QUARTERS))


def integer(draw: Draw) -> int:
    """Return a whole number from 2 to 9."""
    return int(draw.fresh(lambda: float(draw.random.randint(2, 9))))


def small(draw: Draw) -> float:
    """Return a number from 0.25 to 1.75 in size, positive or negative: where tanh and sigmoid are curved."""
    return draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice((0.25, 0.5, 0.75, 1.25, 1.5, 1.75)))


def fraction(draw: Draw) -> float:
    """Return a number between 0 and 1, such as 0.35."""
    return draw.fresh(lambda: draw.random.randint(3, 17) / 20)


def negative(draw: Draw) -> float:
    """Return a number from -5.75 to -1.25."""
    return -positive(draw)


def draw_inputs(drawers: dict[str, Drawer], seed: str) -> dict[str, Any]:
    """Return one input for each drawer, by name; the same seed gives the same inputs."""
    draw = Draw(seed)
    return {name: drawer(draw) for name, drawer in drawers.items()}
