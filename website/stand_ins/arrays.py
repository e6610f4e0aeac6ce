# SPDX-License-Identifier: MIT
"""Stands for NumPy where the grader uses it in a browser: what the trial of a training's settings asks for.

The learner's cells do not see it: there NumPy is missing, and that is said.
"""

from __future__ import annotations

import contextlib
import functools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

inf = math.inf


class Array:
    """Numbers in one list, and how many there are along each axis."""

    def __init__(self, numbers: list[float], shape: tuple[int, ...]) -> None:
        self.numbers, self.shape = numbers, shape

    def __iter__(self) -> Iterator[float]:
        return iter(self.numbers)

    def __getitem__(self, place: tuple[Any, ...]) -> Array:
        """Return it with an axis more for each None; the other entries are ``:``."""
        axes = iter(self.shape)
        return Array(self.numbers, tuple(1 if one is None else next(axes) for one in place))

    def __add__(self, other: Any) -> Array:
        return _each(operator.add, self, other)

    def __sub__(self, other: Any) -> Array:
        return _each(operator.sub, self, other)

    def __rsub__(self, other: float) -> Array:
        return _each(operator.sub, other, self)

    def __mul__(self, other: Any) -> Array:
        return _each(operator.mul, self, other)

    def __truediv__(self, other: Any) -> Array:
        return _each(operator.truediv, self, other)

    def __gt__(self, other: Any) -> Array:
        return _each(operator.gt, self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __matmul__(self, other: Array) -> Array:
        """Multiply the matrices of the last two axes, one after the other."""
        (count, rows, inner), columns = self.shape, other.shape[2]
        products = []
        for start in range(count):
            matrix = other.numbers[start * inner * columns : (start + 1) * inner * columns]
            across = [matrix[column::columns] for column in range(columns)]
            for row in range(start * rows, (start + 1) * rows):
                line = self.numbers[row * inner : (row + 1) * inner]
                products += [sum(map(operator.mul, line, column)) for column in across]
        return Array(products, (count, rows, columns))

    def transpose(self, *axes: int) -> Array:
        """Exchange the last two axes of three."""
        count, rows, columns = self.shape
        size = rows * columns
        numbers = [
            number
            for start in range(0, count * size, size)
            for column in range(columns)
            for number in self.numbers[start + column : start + size : columns]
        ]
        return Array(numbers, (count, columns, rows))

    def sum(self, axis: int | tuple[int, ...], keepdims: bool = False) -> Array:
        """Add up the second axis of three, or the last two."""
        count, rows, columns = self.shape
        inner = columns if axis == 1 else 1
        size = rows * columns
        sums = [
            sum(self.numbers[start + column : start + size : inner])
            for start in range(0, count * size, size)
            for column in range(inner)
        ]
        return Array(sums, (count, 1, columns) if keepdims else (count, inner) if axis == 1 else (count,))


def array(rows: Any) -> Array:
    """Return nested lists of numbers as an array."""
    shape, first = [], rows
    while isinstance(first, Sequence):
        shape.append(len(first))
        first = first[0]
    return Array([*map(float, _flat(rows))], tuple(shape))


def _flat(rows: Any) -> Iterator[float]:
    for row in rows:
        if isinstance(row, Sequence):
            yield from _flat(row)
        else:
            yield row


def zeros(shape: tuple[int, ...]) -> Array:
    """Return an array of zeros."""
    return Array([0.0] * math.prod(shape), shape)


def full(count: int, number: float) -> Array:
    """Return a number so many times."""
    return Array([number] * count, (count,))


def ones_like(other: Array) -> Array:
    """Return an array of ones, as large as another one."""
    return Array([1.0] * len(other.numbers), other.shape)


def broadcast_to(one: Array, shape: tuple[int, ...]) -> Array:
    """Return an array with its numbers repeated, so that it gets a shape."""
    return Array(_spread(one, shape), shape)


def tanh(one: Array) -> Array:
    """Return the hyperbolic tangent of each number."""
    return Array([*map(math.tanh, one.numbers)], one.shape)


def maximum(one: Array, least: float) -> Array:
    """Return each number, and ``least`` in place of a smaller one."""
    return Array([least if number < least else number for number in one.numbers], one.shape)


@contextlib.contextmanager
def errstate(**settings: str) -> Iterator[None]:
    """Do nothing: what is too large becomes infinite here without a warning."""
    yield


class random:
    """Stands for NumPy's random source: nobody can draw from it here."""

    @staticmethod
    def get_state() -> None:
        """Return nothing, which is to be kept."""

    @staticmethod
    def set_state(state: None) -> None:
        """Set what :meth:`get_state` returned."""

    @staticmethod
    def seed(number: int) -> None:
        """Begin anew with a number."""


def _each(do: Callable[[float, float], Any], one: Any, other: Any) -> Array:
    """Return what a function makes of each pair of numbers, one of which may stand for many."""
    if not isinstance(other, Array):
        return Array([do(number, other) for number in one.numbers], one.shape)
    if not isinstance(one, Array):
        return Array([do(one, number) for number in other.numbers], other.shape)
    if one.shape == other.shape:
        return Array([*map(do, one.numbers, other.numbers)], one.shape)
    shape = tuple(map(max, zip(one.shape, other.shape, strict=True)))
    return Array([*map(do, _spread(one, shape), _spread(other, shape))], shape)


def _spread(one: Array, shape: tuple[int, ...]) -> list[float]:
    return one.numbers if one.shape == shape else [one.numbers[place] for place in _places(one.shape, shape)]


@functools.lru_cache
def _places(own: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of the number that stands at each place of a larger shape."""
    own = (1,) * (len(shape) - len(own)) + own
    places = [0]
    for count, wanted in zip(own, shape, strict=True):
        places = [place * count + (step if count > 1 else 0) for place in places for step in range(wanted)]
    return tuple(places)
