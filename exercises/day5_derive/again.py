# SPDX-License-Identifier: MIT
"""Exercise 5.4 with new numbers: layers with other inputs and weights."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    return {"inputs": source.choice((4, 6, 8, 10, 12, 20)), "spread": source.choice((2, 3, 4))}


def _draw_square(source: Random) -> dict[str, Any]:
    return {"inputs": source.choice((4, 25, 100, 400))}


QUESTIONS = (
    Fresh(
        check="day5-derive-leak",
        name="level",
        ask="A neuron adds up {inputs} products of a weight and an input. The weights have the mean 0. With which "
        "standard deviation of the weights has the sum the same mean square as an input?",
        because="the number of inputs, times the mean of `w²`, has to be 1",
        draw=_draw_square,
        right=lambda inputs: 1 / math.sqrt(inputs),
        wrong=(
            Wrong(
                "day5-derive-level-variance",
                lambda inputs: 1 / inputs,
                "The standard deviation is the square root of the variance.",
            ),
            Wrong(
                "day5-derive-level-upside-down",
                lambda inputs: math.sqrt(inputs),
                "The more terms a sum has, the smaller each of them has to be.",
            ),
        ),
        original={"inputs": 16},
        entry='spread["level"]',
        example="0.7",
    ),
    Fresh(
        check="day5-derive-switched",
        name="switched",
        ask="A neuron adds up {inputs} products of a weight and an input. The weights have the mean 0 and the standard "
        "deviation {spread}. Each input is 0 or 1, one as often as the other. What is the variance of the sum?",
        because="the mean of `w² · x²` is the mean of `w²` times the mean of `x²`, and here `x²` equals `x`",
        draw=_draw,
        right=lambda inputs, spread: inputs * spread**2 / 2,
        wrong=(
            Wrong("day5-derive-switched-variance-of-inputs", lambda inputs, spread: inputs * spread**2 / 4),
            Wrong(
                "day5-derive-switched-all-on",
                lambda inputs, spread: inputs * spread**2,
                "Half of the inputs are 0 and add nothing, and the mean of `w²` is the square of the standard "
                "deviation.",
            ),
            Wrong("day5-derive-switched-spread", lambda inputs, spread: math.sqrt(inputs * spread**2 / 2)),
            Wrong(
                "day5-derive-switched-weight-not-squared",
                # With 0.5, to count all inputs gives the same.
                lambda inputs, spread: inputs * spread / 2 if spread != 0.5 else None,
                "The mean of `w²` is the square of the standard deviation.",
            ),
            Wrong(
                "day5-derive-switched-weight-not-squared",
                lambda inputs, spread: inputs * spread,
                "The mean of `w²` is the square of the standard deviation.",
            ),
        ),
        original={"inputs": 16, "spread": 0.5},
        entry='spread["switched"]',
    ),
)
