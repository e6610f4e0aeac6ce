# SPDX-License-Identifier: MIT
"""Exercise 1.4 with new numbers: three signs that give another result."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from exercises.shared.paper import choice_among
from exercises.shared.plain import text_of
from judge.asking.fresh import Fresh, Wrong

SIGNS = tuple(map("".join, itertools.product("+*", repeat=3)))
WHY = "Try every way to fill the three ovals, and work out `y`."


def _made(signs: str, a: float, b: float) -> float:
    """Return what the graph of the figure gives with three signs, in the order in which they are computed."""
    t = a * b if signs[0] == "*" else a + b
    u = t * a if signs[1] == "*" else t + a
    return t * u if signs[2] == "*" else t + u


def _fitting(a: float, b: float, y: float) -> list[str]:
    return [signs for signs in SIGNS if _made(signs, a, b) == y]


def _draw(source: Random) -> dict[str, Any]:
    while True:
        a, b = source.sample(range(2, 6), 2)
        y = _made(source.choice(SIGNS), a, b)
        if len(_fitting(a, b, y)) == 1:
            return {"a": a, "b": b, "y": y}


def _right(a: float, b: float, y: float) -> str:
    return _fitting(a, b, y)[0]


def _other(place: int, a: float, b: float, y: float) -> str:
    """Return the right signs with the one at a place exchanged."""
    signs = _right(a, b, y)
    turned = "+" if signs[place] == "*" else "*"
    return signs[:place] + turned + signs[place + 1 :]


def _written(said: Any, **_: Any) -> Any:
    """Return three signs however they are parted."""
    text = text_of("".join(said) if isinstance(said, (list, tuple)) else said)
    return choice_among(SIGNS, "".join(text.replace(",", " ").split()) if isinstance(text, str) else text)


QUESTIONS = (
    Fresh(
        check="day1-draw-1",
        name="signs",
        ask="Three signs are wiped, each `+` or `*`. The first makes `t` of `a` and `b`, the second `u` of `t` and "
        "`a`, the third `y` of `t` and `u`. At `a = {a}` and `b = {b}`, `y` is {y}. Which are the three signs, in "
        "this order?",
        because="there are eight ways to fill three ovals, and one of them gives this number",
        draw=_draw,
        right=_right,
        wrong=(
            Wrong("day1-puzzle-first-sign", lambda **given: _other(0, **given), WHY),
            Wrong("day1-puzzle-brackets-forgotten", lambda **given: _other(1, **given), WHY),
            Wrong("day1-puzzle-signs-exchanged", lambda **given: _other(2, **given), WHY),
        ),
        original={"a": 3.0, "b": 2.0, "y": 54.0},
        settle=_written,
        choices=SIGNS,
        example='"+++"',
    ),
)
