# SPDX-License-Identifier: MIT
"""Exercise 6.3 with new numbers: another product of matrices, back on paper."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

LAYER = "`Z = X @ W`, with `X = {x}`, `W = {w}` and the upstream gradient `G = {g}` at `Z`."

Row = list[int]


def _draw(source: Random) -> dict[str, Any]:
    x = source.sample(range(1, 6), 2)
    numbers = source.sample(range(1, 8), 4)
    upstream = [source.choice((-1, 1, 2)), source.choice((-2, -1, 1, 3))]
    return {"x": x, "w": [numbers[:2], numbers[2:]], "g": upstream}


def _by_x(x: Row, w: list[Row], g: Row) -> Row:
    return [sum(weight * upstream for weight, upstream in zip(row, g, strict=True)) for row in w]


def _turned(table: list[Row]) -> list[Row]:
    return [list(column) for column in zip(*table, strict=True)]


QUESTIONS = (
    Fresh(
        check="day6-tensor-paper",
        name="dL/dX",
        ask=LAYER + " What is the gradient of `X`, two numbers?",
        because="an entry of `X` is part of each entry of `Z`, with the factor from its own row of `W`",
        draw=_draw,
        right=_by_x,
        wrong=(
            Wrong(
                "day6-tensor-paper-x-columns",
                lambda x, w, g: _by_x(x, _turned(w), g),
                "`x0` is part of both outputs, with the factors in the first row of `W`.",
            ),
        ),
        original={"x": [2, 3], "w": [[1, 2], [3, 5]], "g": [1, -1]},
        entry='paper["dL/dX"]',
        example="[7, 7]",
    ),
)
