# SPDX-License-Identifier: MIT
"""Inputs that are arrays, as nested lists that a verdict can show, and how a learner's arrays are asked about."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from exercises.shared.later import Later
from exercises.shared.plain import number_of
from judge.asking.inputs import Draw, Drawer
from judge.asking.probe import written
from judge.run.answers import PlainArray, Table

np = Later("numpy")

# A simple table with more entries than these has some that are alike, or it would have large ones.
MOST_DIFFERENT = 9
# How often the numbers of a smaller table may be alike, too: their products stay small.
FEW_SIZES = 0.5


def table(*shape: int | tuple[int, int]) -> Drawer:
    """Return a drawer of nested lists of a shape; a pair is a length between its two.

    The entries are halves of odd numbers, and no two of one table have the same size. Of a simple draw they are whole
    ones, and where there are many, some are alike.
    """

    def drawn(draw: Draw) -> Any:
        lengths = [draw.random.randint(*length) if isinstance(length, tuple) else length for length in shape]
        return nested_numbers(draw, lengths)

    return drawn


def square(smallest: int, largest: int) -> Drawer:
    """Return a drawer of square tables."""

    def drawn(draw: Draw) -> Any:
        length = draw.random.randint(smallest, largest)
        return nested_numbers(draw, [length, length])

    return drawn


def nested_numbers(draw: Draw, lengths: list[int]) -> Any:
    """Return a nested list of shape ``lengths``, of numbers such as -3.5, both signs among them."""
    count = math.prod(lengths)
    sizes = _simple_sizes(draw, count) if draw.simple else draw.random.sample(range(1, max(12, 2 * count)), count)
    signs = [draw.random.choice((-1, 1)) for _ in sizes]
    if count > 1 and len(set(signs)) == 1:
        signs[0] = -signs[0]
    between = 0.0 if draw.simple else 0.5
    numbers = (sign * (size + between) for sign, size in zip(signs, sizes, strict=True))
    return Table(PlainArray(tuple(lengths), tuple(numbers)).nested())


def _simple_sizes(draw: Draw, count: int) -> list[int]:
    if count > MOST_DIFFERENT or draw.random.random() < FEW_SIZES:
        return draw.random.choices(range(1, 4), k=count)
    return draw.random.sample(range(1, max(5, count + 1)), count)


def array(nested: Any) -> Any:
    """Return a nested list of numbers as an array of float64, of the same shape.

    Raises:
        ValueError: Its rows differ in length, or an entry is no number.
    """
    return np.array(nested, dtype=float)


def alike(own: Any, numbers: Any) -> bool:
    """Tell whether a learner's array has the shape and the numbers of a nested list."""
    right = array(numbers)
    return np.shape(own) == right.shape and bool(np.allclose(own, right, rtol=1e-9, atol=1e-12))


def one_step(out: Any, upstream: Any, **parents: Any) -> dict[str, Any]:
    """Return an operation's data and, after one step back, the gradient of each named parent, by what each is.

    ``upstream`` is a nested list of the shape of ``out``. Each gradient has the shape that the learner gave it.
    """
    found = {"the result": out.data}
    out.grad = array(upstream)
    out._backward()
    return {**found, **{f"the gradient of `{name}`": parent.grad for name, parent in parents.items()}}


def leaf(tensor: Callable[[Any], Any], nested: Any) -> Any:
    """Return a learner's leaf, whose gradient is zeros of the shape of its data, whatever its constructor gives it.

    What a new tensor holds is asked for by itself.
    """
    made = tensor(nested)
    made.grad = np.zeros(np.shape(array(nested)))
    return made


def two_shapes(entry: Any, longest: int) -> list[tuple[int, ...]] | str:
    """Return the two shapes of an entry, such as ``[(3, 2), (2,)]``, or a text that says what it is instead."""
    pair = written(entry)
    if isinstance(pair, str):
        return f"the text {pair!r}, in quotes, and not a pair of shapes; write it as in [(3, 2), (2,)]"
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        return "not a pair of shapes; write it as in [(3, 2), (2,)]"
    shapes = []
    for shape in pair:
        if isinstance(shape, str):
            return f"a pair with the text {shape!r}, in quotes; a shape is a tuple, such as (3, 2) or (4,)"
        if not isinstance(shape, (tuple, list)):
            return "an entry that is not a shape; a shape is a tuple, such as (3, 2) or (4,)"
        lengths = tuple(number_of(length) for length in shape[:4])
        if quoted := [length for length in lengths if isinstance(length, str)]:
            return f"a shape with the text {quoted[0]!r}, in quotes; a length is a whole number"
        if len(lengths) > 3 or not all(type(length) is int and 1 <= length <= longest for length in lengths):
            return f"a shape with more than 3 axes, or with a length that is not a whole number from 1 to {longest}"
        shapes.append(lengths)
    return shapes
