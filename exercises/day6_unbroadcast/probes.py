# SPDX-License-Identifier: MIT
"""Questions about ``unbroadcast`` and ``shares``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from exercises.day6_tensor.arrays import array, np, square, table, two_shapes
from exercises.shared.paper import chosen, on_paper
from judge.asking.inputs import Drawer
from judge.asking.probe import Namespace, entries_of, probe

ROWS, ONES = "day6-unbroadcast-rows", "day6-unbroadcast-ones"
SIDE = (2, 4)

Shape = tuple[int, ...]


def _of_any_precision(found: Any) -> Any:
    """Return an array of floats as one of float64: the card says which shape, and not how many bits."""
    return found.astype(float) if getattr(getattr(found, "dtype", None), "kind", "") == "f" else found


def _about(check: str, name: str, what: str, because: str, grad: Drawer, shape: Callable[[Shape], Shape]) -> None:
    """Register the question for the gradient of an operand whose shape follows from that of the result."""

    def back(namespace: Namespace, grad: Any) -> Any:
        given = array(grad)
        return _of_any_precision(namespace["unbroadcast"](given, shape(given.shape)))

    back.__name__ = name
    probe(check, f"the gradient of {what}, from\n`grad = {{grad}}`", because, grad=grad)(back)


ROW = "the row was used in each row of the table, so each column is added up"
COLUMN = "the column was used in each column of the table, so each row is added up"

_about(ROWS, "row", "a row, with one axis, broadcast with a table", ROW, table((3, 4), 2), lambda shape: shape[1:])
_about(ROWS, "row_of_a_square", "a row broadcast with a square table", ROW, square(2, 3), lambda shape: shape[1:])
_about(
    ROWS,
    "number",
    "a single number, of shape (), broadcast with a table",
    "the number was used in each entry, so all of them are added up",
    table(SIDE, 2),
    lambda shape: (),
)
_about(
    ROWS,
    "table_of_three_axes",
    "a table broadcast with an array of three axes",
    "the axis that the table lacks is on the left, and is added up",
    table(2, 3, 2),
    lambda shape: shape[1:],
)
_about(
    ROWS,
    "row_of_three_axes",
    "a row broadcast with an array of three axes",
    "both axes that the row lacks are on the left, and are added up",
    table(2, 2, 3),
    lambda shape: shape[2:],
)

_about(ONES, "column", "a column, of shape (rows, 1), broadcast with a table", COLUMN, table(2, (3, 4)),
       lambda shape: (shape[0], 1))  # fmt: skip
_about(ONES, "column_of_a_square", "a column, of shape (rows, 1), broadcast with a square table", COLUMN, square(2, 3),
       lambda shape: (shape[0], 1))  # fmt: skip
_about(ONES, "flat_row", "a row of shape (1, columns) broadcast with a table", ROW, table((3, 4), 2),
       lambda shape: (1, shape[1]))  # fmt: skip
_about(
    ONES,
    "one_by_one",
    "a table of shape (1, 1) broadcast with a table",
    "its only entry was used in each entry, and its two axes stay",
    table(SIDE, 3),
    lambda shape: (1, 1),
)
_about(
    ONES,
    "middle",
    "an array of shape (2, 1, 2) broadcast with one of shape (2, 3, 2)",
    "the axis of length 1 is added up, wherever it is",
    table(2, 3, 2),
    lambda shape: (2, 1, 2),
)

_about(
    ONES,
    "column_of_three_axes",
    "a column of shape (3, 1) broadcast with an array of shape (2, 3, 2)",
    "an axis is missing on the left and another has length 1: both are added up",
    table(2, 3, 2),
    lambda shape: (shape[1], 1),
)
_about(
    ONES,
    "column_of_four_axes",
    "a column of shape (2, 1) broadcast with an array of shape (2, 1, 2, 2)",
    "two axes are missing on the left and another has length 1: all are added up",
    table(2, 1, 2, 2),
    lambda shape: (shape[2], 1),
)
_about(
    ONES,
    "nothing_repeated",
    "a table broadcast with one of its own shape",
    "nothing was repeated, so nothing is added up",
    table(SIDE, 2),
    lambda shape: shape,
)
_about(
    ONES,
    "length_one_on_both_sides",
    "a column broadcast with a column of its own shape",
    "its axis of length 1 was not repeated",
    table((2, 4), 1),
    lambda shape: shape,
)


@probe(
    ONES,
    "`grad` after `unbroadcast(grad, shape)` for a row, where it was `{grad}`",
    "other operands still need it unchanged",
    grad=table(3, 2),
)
def given_array_stays(namespace: Namespace, grad: Any) -> Any:
    """Return the given array after the call."""
    given = array(grad)
    namespace["unbroadcast"](given, (2,))
    namespace["unbroadcast"](given, (3, 1))
    return given


SHARES = "day6-unbroadcast-shares"
USES = "an entry has one share for each entry of the result that uses it"
LONGEST = 48

on_paper(
    SHARES,
    "shares",
    "b",
    "how many entries of `grad` are added up for one entry of `b`, of shape (10,), beside (32, 10)",
    USES,
)


@probe(
    SHARES,
    "how many entries of `grad` are added up for an entry of either operand, with your two shapes",
    USES,
    reveal=False,
    phrase=str,
)
def shapes_of_shares(namespace: Namespace) -> str:
    """Say how often an entry of either operand is used: every pair of shapes with 6, 4 and 48 is right."""
    pair = two_shapes(entries_of(namespace, "shares")["shapes"], LONGEST)
    if isinstance(pair, str):
        return pair
    try:
        result = math.prod(np.broadcast_shapes(*pair))
    except ValueError:
        return "none, since the two shapes do not broadcast"
    left, right = (result // math.prod(shape) for shape in pair)
    return f"{left} on the left and {right} on the right, in a result of {result} entries"


chosen(
    SHARES,
    "shares",
    "v",
    "NumPy aligns shapes from the right, so `v[1]` is used in every entry whose last index is 1",
    ("A", "B", "C", "D"),
    ask='the letter of what `v[1]` gets in (4, 4) plus `v`: `shares["v"]`',
)
