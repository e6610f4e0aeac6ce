# SPDX-License-Identifier: MIT
"""Exercise 4.2 with new numbers: networks of other shapes."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

NET = "A network {inputs} → {first} → {second} → 1 has two hidden layers."


def _draw(source: Random) -> dict[str, Any]:
    return {"inputs": source.randint(2, 4), "first": source.randint(2, 5), "second": source.randint(2, 5)}


def _draw_lost(source: Random) -> dict[str, Any]:
    """Draw what a network loses with one neuron of its first, or of its second hidden layer."""
    given = _draw(source)
    return {"inputs": given["inputs"], "one": given["inputs"] + 1 + given["second"], "other": given["first"] + 2}


def _weights(inputs: int, first: int, second: int) -> int:
    return inputs * first + first * second + second


def _parameters(inputs: int, first: int, second: int) -> int:
    return _weights(inputs, first, second) + first + second + 1


def _width(inputs: int, one: int, other: int) -> int:
    return other - 2


QUESTIONS = (
    Fresh(
        check="day4-count-paper",
        name="parameters",
        ask=NET + " How many weights and biases has the whole network?",
        because="each neuron has one weight for each line that ends in it, plus a bias",
        draw=_draw,
        right=_parameters,
        wrong=(
            Wrong(
                "day4-count-weights-only",
                _weights,
                "The lines of a network are its weights. Each neuron adds one more number, its bias, which is not "
                "drawn.",
            ),
            Wrong("day4-count-biases-only", lambda inputs, first, second: first + second + 1),
            Wrong(
                "day4-count-twenty-one",
                lambda inputs, first, second: _weights(inputs, first, second) + 3,
                "Each neuron has its own bias, and the output is a neuron, too.",
            ),
            Wrong(
                "day4-count-twenty-one",
                lambda inputs, first, second: first * (inputs + 1) + second * (first + 1),
                "Each neuron has its own bias, and the output is a neuron, too.",
            ),
            Wrong("day4-count-hidden-layer-left-out", lambda inputs, first, second: first * (inputs + 2) + 1),
            Wrong(
                "day4-count-multiplied",
                lambda inputs, first, second: _weights(inputs, first, second) * (first + second + 1),
            ),
            Wrong("day4-count-off-by-one", lambda **given: _parameters(**given) + 1),
            Wrong("day4-count-off-by-one", lambda **given: _parameters(**given) - 1),
        ),
        original={"inputs": 2, "first": 3, "second": 3},
        entry='counted["parameters"]',
        is_extra=True,
    ),
    Fresh(
        check="day4-count-paper",
        name="changed",
        ask=NET + " They have tanh; the output is linear, and no input is 0. One weight of the first hidden layer is "
        "changed a little. How many of all parameters can then get another gradient of the output?",
        because="ask it for a weight and for a bias of each layer: the answers may differ",
        draw=_draw,
        right=lambda **given: _parameters(**given) - 1,
        wrong=(
            Wrong("day4-count-changed-all", _parameters),
            Wrong("day4-count-changed-behind", lambda inputs, first, second: second * (first + 2)),
            Wrong("day4-count-changed-behind", lambda inputs, first, second: second * (first + 2) + 1),
            Wrong("day4-count-changed-ways", lambda inputs, first, second: 2 * second + 1),
            Wrong("day4-count-changed-ways", lambda inputs, first, second: 2 * second),
            Wrong("day4-count-changed-own-left-out", lambda **given: _parameters(**given) - 2),
            Wrong("day4-count-changed-own-alone", lambda inputs, first, second: 1),
            Wrong("day4-count-changed-own-alone", lambda inputs, first, second: 0),
        ),
        original={"inputs": 2, "first": 3, "second": 3},
        entry='counted["changed"]',
        is_extra=True,
    ),
    Fresh(
        check="day4-count-width",
        name="width",
        ask="A network has {inputs} inputs, one output and two hidden layers. Without one neuron of its first hidden "
        "layer it has {one} parameters less; without one of its second instead, {other} less. How many neurons has "
        "its first hidden layer?",
        because="write down what goes with one neuron of either layer",
        draw=_draw_lost,
        right=_width,
        wrong=(
            Wrong("day4-count-width-way-out", lambda inputs, one, other: other - 1),
            Wrong("day4-count-width-other-layer", lambda inputs, one, other: one - inputs - 1, ""),
            Wrong("day4-count-width-is-parameters", lambda inputs, one, other: other, ""),
            Wrong("day4-count-width-is-parameters", lambda inputs, one, other: one + other, ""),
            Wrong("day4-count-width-five-each", lambda inputs, one, other: other - 3, ""),
        ),
        original={"inputs": 2, "one": 7, "other": 8},
        entry='counted["width"]',
        is_extra=True,
    ),
)
