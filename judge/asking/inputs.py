# SPDX-License-Identifier: MIT
"""Inputs for probes: drawn anew at each run, from a seed, and easy to read.

Numbers are multiples of a quarter in general position: no two of one draw have the same size, and none is a
whole number, so that ``a + b``, ``a * b`` and their gradients can't agree by accident, and ``int`` shows.

Each number of a question is asked with both signs, and so is the product of any two: the second round turns some signs
of the first round round, and the third round others. Left to chance, one wrong answer in four would pass that is wrong
for negative numbers alone.

That is what an answer is judged by. What a learner is shown of a wrong one is asked with *simple* inputs where these
show the same (:mod:`judge.verdicts.simpler`): small whole numbers.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

# Python's own: with what a submission puts in the place of `abs`, no draw might come to its end.
_size = abs

QUARTERS = tuple(size / 4 for size in range(5, 24) if size % 4)

# Which numbers of the first round have the other sign in the second round, and in the third: by their places, counted
# in threes.
TURNED = {1: (0, 2), 2: (1, 2)}

# Simple numbers: the first is at most 3 in size, and each may be 1 larger than the one before it, up to 9.
FIRST_SIMPLE, LARGEST_SIMPLE = 3, 9
# How often a simple number need not differ in size from the others.
ONE_SIZE = 0.25
# After so many candidates a simple draw gives a size out again: there are few simple numbers.
MOST_CANDIDATES = 30


class Draw:
    """One draw of inputs: a random source, and the sizes already given out.

    A ``simple`` draw is of numbers that a learner computes with in the head.

    Args:
        seed: What the draw depends on.
        simple: Whether it is a simple draw.
        signs: 1 or -1 for each of the first numbers that may have either sign; the others' signs are drawn.
    """

    def __init__(self, seed: str, simple: bool = False, signs: Sequence[int] = ()):
        self.random = random.Random(seed)
        self.simple = simple
        self.signs: list[int] = []  # of the numbers drawn so far that may have either sign
        self._wanted = signs
        self._taken: set[float] = {0.0} if simple else {0.0, 1.0}

    def fresh(self, candidates: Callable[[], float]) -> float:
        """Return the first candidate whose size this draw has not given out yet."""
        for count in itertools.count():
            value = candidates()
            if _size(value) not in self._taken or (self.simple and count > MOST_CANDIDATES):
                break
        self._taken.add(_size(value))
        return value

    def signed(self, value: float) -> float:
        """Return a number with the sign that is wanted of it, or with its own where none is."""
        place = len(self.signs)
        sign = self._wanted[place] if place < len(self._wanted) else -1 if value < 0 else 1
        self.signs.append(sign)
        return sign * _size(value)

    def whole(self) -> float:
        """Return a small whole number, mostly a positive one of a size that this draw has not given out yet."""
        largest = min(LARGEST_SIMPLE, FIRST_SIMPLE + len(self._taken))

        def candidate() -> float:
            return self.random.choice((1, 1, -1)) * float(self.random.randint(1, largest))

        # Two of one size may be what is easiest: 2 * 2 is less than 2 * 3.
        return candidate() if self.random.random() < ONE_SIZE else self.fresh(candidate)


Drawer = Callable[[Draw], Any]


def number(draw: Draw) -> float:
    """Return a number from 1.25 to 5.75 in size, positive or negative, such as -3.25; a simple one is whole."""
    if draw.simple:
        return draw.whole()
    return draw.signed(draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice(QUARTERS)))


def from_above(draw: Draw) -> float:
    """Return a number by which a whole answer is multiplied; a simple one is mostly 1, and at most 3.

    What an operation does is seen by its other inputs.
    """
    return draw.random.choice((1.0, 1.0, 2.0, 3.0)) if draw.simple else number(draw)


def one_of_many(draw: Draw) -> float:
    """Return a number of a question that has many; a simple one is at most 3, and may be that of another input."""
    return float(draw.random.choice((1, 2, 3, -1))) if draw.simple else number(draw)


def positive(draw: Draw) -> float:
    """Return a number from 1.25 to 5.75, such as 2.75; a simple one is whole."""
    if draw.simple:
        return _size(draw.whole())
    return draw.fresh(lambda: draw.random.choice(QUARTERS))


def integer(draw: Draw) -> int:
    """Return a whole number from 2 to 9; a simple one is at most 4."""
    return int(draw.fresh(lambda: float(draw.random.randint(2, 4 if draw.simple else 9))))


def small(draw: Draw) -> float:
    """Return a number from 0.25 to 1.75 in size, positive or negative: where tanh and sigmoid are curved.

    A simple one is whole, from -1 to 2, and often 0.
    """
    if draw.simple:
        return draw.random.choice((0.0, 0.0, 1.0, -1.0, 2.0))
    sizes = (0.25, 0.5, 0.75, 1.25, 1.5, 1.75)
    return draw.signed(draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice(sizes)))


def fraction(draw: Draw) -> float:
    """Return a number between 0 and 1, such as 0.35."""
    return draw.fresh(lambda: draw.random.randint(3, 17) / 20)


def negative(draw: Draw) -> float:
    """Return a number from -5.75 to -1.25."""
    return -positive(draw)


def one_of(numbers: Sequence[float], simple: Sequence[float]) -> Drawer:
    """Return a drawer of one of some numbers; of others for a simple draw."""
    return lambda draw: draw.random.choice(simple if draw.simple else numbers)


def simplified(drawer: Drawer, simple: Sequence[float]) -> Drawer:
    """Return a drawer that gives one of some numbers for a simple draw."""
    return lambda draw: draw.random.choice(simple) if draw.simple else drawer(draw)


def draw_inputs(
    drawers: Mapping[str, Drawer], seed: str, simple: bool = False, signs: Sequence[int] = ()
) -> dict[str, Any]:
    """Return one input for each drawer, by name; the same arguments, which are those of a draw, give the same."""
    if not drawers:  # To begin a draw takes longer than many a question.
        return {}
    draw = Draw(seed, simple, signs)
    return {name: drawer(draw) for name, drawer in drawers.items()}


def draw_round(drawers: Mapping[str, Drawer], seed: str, round_number: int) -> dict[str, Any]:
    """Return the inputs of one round of a question, by name, with some signs turned round since the first one."""
    signs: list[int] = []
    if turned := TURNED.get(round_number, ()):
        first = Draw(f"{seed}/0")
        for drawer in drawers.values():
            drawer(first)
        signs = [-sign if place % 3 in turned else sign for place, sign in enumerate(first.signs)]
    return draw_inputs(drawers, f"{seed}/{round_number}", signs=signs)
