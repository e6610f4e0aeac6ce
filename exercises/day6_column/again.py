# SPDX-License-Identifier: MIT
"""Exercise 6.8 with new numbers: another table of derivatives from both sides."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

TABLE = "`J = {table}`, `u = {u}` and `v = {v}`."

Row = list[int]


def _draw(source: Random) -> dict[str, Any]:
    table = [[source.randint(-2, 3) for _ in range(3)] for _ in range(2)]
    u, v = source.sample((1, 2, 3), 2), [*source.sample((1, 2, 3), 2), -1]
    return {"table": table, "u": u, "v": v}


def _forward(table: list[Row], u: Row, v: Row) -> Row:
    return [sum(entry * move for entry, move in zip(row, v, strict=True)) for row in table]


def _back(table: list[Row], u: Row, v: Row) -> Row:
    return [sum(entry * seed for entry, seed in zip(column, u, strict=True)) for column in zip(*table, strict=True)]


def _without_minus(numbers: Row) -> Row:
    return list(map(abs, numbers))


def _table_without_minus(table: list[Row]) -> list[Row]:
    return list(map(_without_minus, table))


QUESTIONS = (
    Fresh(
        check="day6-column-agree",
        name="Jv",
        ask=TABLE + " What is `J v`, a list of two numbers?",
        because="each is a row of `J` times `v`: multiply entry by entry, then add up",
        draw=_draw,
        right=_forward,
        wrong=(
            Wrong("day6-column-agree-exchanged", _back),
            Wrong(
                "day6-column-agree-sign",
                lambda table, u, v: _forward(_table_without_minus(table), u, v),
                "Write down each product with its sign.",
            ),
            Wrong(
                "day6-column-agree-sign",
                lambda table, u, v: _forward(table, u, _without_minus(v)),
                "Write down each product with its sign.",
            ),
            Wrong("day6-column-agree-order", lambda **given: _forward(**given)[::-1]),
        ),
        original={"table": [[1, 2, 0], [0, -1, 3]], "u": [3, 1], "v": [2, 1, -1]},
        entry='agree["Jv"]',
        example="[7, 7]",
    ),
    Fresh(
        check="day6-column-agree",
        name="uJ",
        ask=TABLE + " What is `u J`, a list of three numbers?",
        because="each is `u` times a column of `J`: multiply entry by entry, then add up",
        draw=_draw,
        right=_back,
        wrong=(
            Wrong("day6-column-agree-exchanged", _forward),
            Wrong(
                "day6-column-agree-u-left-out",
                lambda table, u, v: [sum(column) for column in zip(*table, strict=True)],
                "Each row of `J` counts as often as its entry of `u` says.",
            ),
            Wrong("day6-column-agree-order", lambda **given: [_back(**given)[place] for place in (1, 0, 2)]),
            Wrong("day6-column-agree-order", lambda **given: [_back(**given)[place] for place in (0, 2, 1)]),
        ),
        original={"table": [[1, 2, 0], [0, -1, 3]], "u": [3, 1], "v": [2, 1, -1]},
        entry='agree["uJ"]',
        example="[7, 7, 7]",
    ),
)
