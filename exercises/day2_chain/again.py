# SPDX-License-Identifier: MIT
"""Exercise 2.4 with new numbers: another step of the same small network."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

STEPS = (
    "The five steps are `z1 = w1*x`, `z2 = z1 + b`, `z3 = ReLU(z2)`, `z4 = w2*z3` and `L = z4**2`, at `x = {x}`, "
    "`w1 = {w1}`, `w2 = {w2}`, `b = {b}`."
)
LARGEST = 4  # of z3, so that all products stay small


def _draw(source: Random) -> dict[str, Any]:
    while True:
        x, w1 = source.sample((1, 2, 3), 2)
        w2, b = source.choice((-3, -2, -1, 2, 3)), source.choice((-3, -2, -1, 1, 2))
        if 0 < w1 * x + b <= LARGEST:
            return {"x": x, "w1": w1, "w2": w2, "b": b}


def _draw_another(source: Random) -> dict[str, Any]:
    given, factor = _draw(source), source.choice((-4, -3, -2, 2, 3, 4))
    return {**given, "another": factor * given["w2"], "factor": factor}


def _by_w2(x: float, w1: float, w2: float, b: float) -> float:
    z3 = w1 * x + b
    return 2 * (w2 * z3) * z3


def _by_w1(x: float, w1: float, w2: float, b: float) -> float:
    z3 = w1 * x + b
    return 2 * (w2 * z3) * w2 * x


def _loss(x: float, w1: float, w2: float, b: float) -> float:
    return (w2 * (w1 * x + b)) ** 2


QUESTIONS = (
    Fresh(
        check="day2-chain-w2",
        name="dL/dw2",
        ask=STEPS + " What is the gradient `dL/dw2`?",
        because="the slope of the square at `z4`, times the other factor of `w2`",
        draw=_draw,
        right=_by_w2,
        wrong=(
            Wrong("day2-chain-bias-left-out-behind", lambda x, w1, w2, b: _by_w2(x, w1, w2, 0)),
            Wrong("day2-chain-square-without-two", lambda **given: _by_w2(**given) / 2),
            Wrong("day2-chain-square-ignored", lambda x, w1, w2, b: w1 * x + b),
            Wrong("day2-chain-seed-is-loss", lambda **given: _by_w2(**given) * _loss(**given)),
            Wrong("day2-chain-z4-sign", lambda **given: -_by_w2(**given)),
            Wrong("day2-chain-w2-swapped", lambda x, w1, w2, b: 2 * w2 * (w1 * x + b) * w2),
            Wrong("day2-chain-w2-no-local", lambda x, w1, w2, b: 2 * w2 * (w1 * x + b)),
        ),
        original={"x": 2.0, "w1": 3.0, "w2": -1.0, "b": 0.5},
        entry='chain["dL/dw2"]',
    ),
    Fresh(
        check="day2-chain-w1",
        name="dL/dw1",
        ask=STEPS + " What is the gradient `dL/dw1`?",
        because="one factor for each step back: square, times `w2`, ReLU, plus `b`, times `x`",
        draw=_draw,
        right=_by_w1,
        wrong=(
            Wrong("day2-chain-bias-left-out-behind", lambda x, w1, w2, b: _by_w1(x, w1, w2, 0)),
            Wrong("day2-chain-square-ignored", lambda x, w1, w2, b: w2 * x),
            Wrong("day2-chain-seed-is-loss", lambda **given: _by_w1(**given) * _loss(**given)),
            Wrong("day2-chain-relu-blocks", lambda **given: 0),
            Wrong("day2-chain-w2-forgotten", lambda **given: -_by_w1(**given)),
            Wrong("day2-chain-w1-own-data", lambda x, w1, w2, b: 2 * w2 * w2 * (w1 * x + b) * w1),
            Wrong("day2-chain-w1-stops-early", lambda x, w1, w2, b: 2 * w2 * w2 * (w1 * x + b)),
        ),
        original={"x": 2.0, "w1": 3.0, "w2": -1.0, "b": 0.5},
        entry='chain["dL/dw1"]',
    ),
    Fresh(
        check="day2-chain-times",
        name="times",
        ask=STEPS
        + " Put {another} in place of `w2`. A friend says that `dL/dw1` is then multiplied by {factor}. It is "
        "multiplied by another number. By which?",
        because="count every factor on the path to `w1` that depends on `w2`",
        draw=_draw_another,
        right=lambda factor, **_: factor**2,
        wrong=(
            Wrong("day2-chain-times-one-factor", lambda factor, **_: factor),
            Wrong("day2-chain-times-one-factor", lambda factor, **_: -factor),
            Wrong("day2-chain-times-sign", lambda factor, **_: -(factor**2)),
            Wrong("day2-chain-times-unchanged", lambda **_: 1),
            Wrong("day2-chain-times-unchanged", lambda **_: -1),
        ),
        original={"x": 2.0, "w1": 3.0, "w2": -1.0, "b": 0.5, "another": 3.0, "factor": -3.0},
        entry='chain["times"]',
    ),
)
