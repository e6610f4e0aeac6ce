# SPDX-License-Identifier: MIT
"""Exercise 2.4 with new numbers: another run of the same small network, and what is left of it."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

STEPS = (
    "The five steps are `z1 = w1*x`, `z2 = z1 + b`, `z3 = ReLU(z2)`, `z4 = w2*z3` and `L = z4**2`, at `x = {x}`, "
    "`w1 = {w1}`, `w2 = {w2}`, `b = {b}`."
)
LEFT = (
    "The five steps are `z1 = w1*x`, `z2 = z1 + b`, `z3 = ReLU(z2)`, `z4 = w2*z3` and `L = z4**2`. After a run `x` and "
    "`w1` were lost. What is left is `w2 = {w2}`, `b = {b}`, `L = {loss}` and the gradient `dL/dx = {slope}`."
)
LARGEST = 4  # of z3, so that all products stay small


def _draw(source: Random) -> dict[str, Any]:
    while True:
        x, w1 = source.sample((1, 2, 3), 2)
        w2, b = source.choice((-3, -2, -1, 2, 3)), source.choice((-3, -2, -1, 1, 2))
        if 0 < w1 * x + b <= LARGEST:
            return {"x": x, "w1": w1, "w2": w2, "b": b}


def _draw_left(source: Random) -> dict[str, Any]:
    given = _draw(source)
    z3 = given["w1"] * given["x"] + given["b"]
    slope = _at_z1(given["w2"], z3) * given["w1"]
    return {"w2": given["w2"], "b": given["b"], "loss": (given["w2"] * z3) ** 2, "slope": slope}


def _draw_another(source: Random) -> dict[str, Any]:
    given, factor = _draw(source), source.choice((-4, -3, -2, 2, 3, 4))
    return {**given, "another": factor * given["w2"], "factor": factor}


def _z3(w2: float, loss: float) -> float:
    return math.sqrt(loss) / abs(w2)


def _at_z1(w2: float, z3: float) -> float:
    return 2 * w2 * z3 * w2


def _by_w2(w2: float, loss: float, **_: float) -> float:
    z3 = _z3(w2, loss)
    return 2 * (w2 * z3) * z3


def _by_w1(w2: float, b: float, loss: float, slope: float) -> float:
    z3 = _z3(w2, loss)
    return _from_z1(z3 - b, _at_z1(w2, z3), slope)


def _from_z1(z1: float, arrives: float, slope: float) -> float:
    w1 = slope / arrives
    x = z1 / w1
    return arrives * x


QUESTIONS = (
    Fresh(
        check="day2-chain-w2",
        name="dL/dw2",
        ask=LEFT + " What is the gradient `dL/dw2`?",
        because="`L` is the square of `z4`, and ReLU's result is never below 0, so `z4` and then `z3` are known",
        draw=_draw_left,
        right=_by_w2,
        wrong=(
            Wrong("day2-chain-square-without-two", lambda **given: _by_w2(**given) / 2),
            Wrong("day2-chain-square-ignored", lambda w2, loss, **_: _z3(w2, loss)),
            Wrong("day2-chain-seed-is-loss", lambda loss, **given: _by_w2(loss=loss, **given) * loss),
            Wrong("day2-chain-z4-sign", lambda **given: -_by_w2(**given)),
            Wrong("day2-chain-w2-swapped", lambda w2, loss, **_: _at_z1(w2, _z3(w2, loss))),
            Wrong("day2-chain-w2-no-local", lambda w2, loss, **_: 2 * w2 * _z3(w2, loss)),
        ),
        original={"w2": -1.0, "b": 0.5, "loss": 42.25, "slope": 39.0},
        entry='chain["dL/dw2"]',
    ),
    Fresh(
        check="day2-chain-w1",
        name="dL/dw1",
        ask=LEFT + " What is the gradient `dL/dw1`?",
        because="what arrives at `z1` goes on to `x`, times `w1`, and to `w1`, times `x`: `dL/dx` gives one, `z1` the "
        "other",
        draw=_draw_left,
        right=_by_w1,
        wrong=(
            Wrong("day2-chain-bias-left-out-behind", lambda b, **given: _by_w1(b=0, **given)),
            Wrong("day2-chain-bias-left-out-behind", lambda b, **given: _by_w1(b=-b, **given)),
            Wrong("day2-chain-square-without-two", lambda **given: _by_w1(**given) / 4),
            Wrong(
                "day2-chain-square-ignored",
                lambda w2, b, loss, slope: _from_z1(_z3(w2, loss) - b, w2, slope),
            ),
            Wrong("day2-chain-w2-forgotten", lambda **given: -_by_w1(**given)),
            Wrong("day2-chain-w1-own-data", lambda slope, **_: slope),
            Wrong("day2-chain-w1-stops-early", lambda w2, loss, **_: _at_z1(w2, _z3(w2, loss))),
        ),
        original={"w2": -1.0, "b": 0.5, "loss": 42.25, "slope": 39.0},
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
