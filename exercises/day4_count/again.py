# SPDX-License-Identifier: MIT
"""Exercise 4.2 with new numbers: networks of other shapes."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

NET = "A network {inputs} → {first} → {second} → 1 has two hidden layers."


def _draw(source: Random) -> dict[str, Any]:
    return {"inputs": source.randint(2, 4), "first": source.randint(2, 5), "second": source.randint(2, 5)}


def _draw_even(source: Random) -> dict[str, Any]:
    """Draw a network that has as many parameters as one with a single hidden layer."""
    while True:
        given = _draw(source)
        if (_parameters(**given) - 1) % (given["inputs"] + 2) == 0:
            return given


def _weights(inputs: int, first: int, second: int) -> int:
    return inputs * first + first * second + second


def _parameters(inputs: int, first: int, second: int) -> int:
    return _weights(inputs, first, second) + first + second + 1


def _width(inputs: int, first: int, second: int) -> float:
    return (_parameters(inputs, first, second) - 1) / (inputs + 2)


def _width_without_output(inputs: int, first: int, second: int) -> float | None:
    found = (_parameters(inputs, first, second) - 1) / (inputs + 1)
    return found if found == int(found) else None


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
    ),
    Fresh(
        check="day4-count-paper",
        name="paths",
        ask=NET + " How many paths lead from one weight of its first hidden layer to the output?",
        because="a weight belongs to one neuron, and all its paths go through that neuron",
        draw=_draw,
        right=lambda inputs, first, second: second,
        wrong=(
            Wrong("day4-count-weight-has-one-path", lambda inputs, first, second: 1),
            Wrong("day4-count-weight-as-input", lambda inputs, first, second: first * second),
            Wrong("day4-count-weight-of-all-columns", lambda inputs, first, second: second + 1),
            Wrong("day4-count-weight-of-all-columns", lambda inputs, first, second: first + second),
            Wrong("day4-count-off-by-one", lambda inputs, first, second: second - 1),
            Wrong("day4-count-no-path", lambda inputs, first, second: 0),
        ),
        original={"inputs": 2, "first": 3, "second": 3},
        entry='counted["paths from w"]',
    ),
    Fresh(
        check="day4-count-width",
        name="width",
        ask=NET
        + " Another one has {inputs} inputs, one output and one hidden layer. How many neurons has that layer, if "
        "both networks have the same number of parameters?",
        because="each hidden neuron brings a weight for each input, a bias, and one weight of the output neuron, which "
        "also has a bias",
        draw=_draw_even,
        right=_width,
        wrong=(
            Wrong("day4-count-width-without-biases", _width_without_output, ""),
            Wrong("day4-count-width-with-fraction", lambda **given: _width(**given) + 1 / (given["inputs"] + 2)),
            Wrong("day4-count-width-is-parameters", _parameters),
            Wrong("day4-count-width-is-parameters", lambda **given: _parameters(**given) - 1),
            Wrong("day4-count-width-doubled", lambda **given: 2 * _width(**given), ""),
        ),
        original={"inputs": 2, "first": 3, "second": 3},
        entry='counted["width"]',
    ),
)
