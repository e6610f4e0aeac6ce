# SPDX-License-Identifier: MIT
"""Questions about ``gradient_norm``."""

from __future__ import annotations

import math
import re
from typing import Any

from grading.exercises.day5_norm.torch_models import as_number, gradients, parameters_with, probe
from grading.exercises.shared.inputs import integer, negative, positive
from grading.exercises.shared.probe import Namespace


@probe("day5-norm-length", "`gradient_norm` of no parameters", "an empty sum is 0, and so is its root")
def norm_of_none(namespace: Namespace) -> Any:
    """Return the norm of an empty list."""
    return as_number(namespace["gradient_norm"]([]))


@probe(
    "day5-norm-length",
    "`gradient_norm` of one parameter with gradient {a}",
    "the norm of a single number is its size",
    a=negative,
)
def norm_of_one(namespace: Namespace, a: float) -> Any:
    """Return the norm of one gradient."""
    return as_number(namespace["gradient_norm"](parameters_with([a])))


@probe(
    "day5-norm-length",
    "`gradient_norm` of three parameters with gradients {grads}",
    "it is the root of the sum of their squares",
    grads=gradients,
)
def norm_of_three(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of three gradients."""
    return as_number(namespace["gradient_norm"](parameters_with(grads)))


@probe(
    "day5-norm-length",
    "`gradient_norm` of two parameters with gradients {a} and 0.0025, to five digits",
    "nothing is rounded before that",
    a=lambda draw: draw.random.choice((0.00125, 0.00375, 0.00625)),
)
def norm_of_small(namespace: Namespace, a: float) -> Any:
    """Return a small norm, which rounding to a few decimals would spoil."""
    norm = as_number(namespace["gradient_norm"](parameters_with([a, 0.0025])))
    return float(f"{norm:.5g}") if isinstance(norm, (int, float)) else norm


@probe(
    "day5-norm-length",
    "`gradient_norm` of a generator of parameters with gradients {grads}",
    "one loop over them is enough",
    grads=gradients,
)
def norm_of_generator(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of gradients that come one by one."""
    return as_number(namespace["gradient_norm"](parameter for parameter in parameters_with(grads)))


# A complete number in a text: 2e-06 and 3.25 are one number each, and an address is none.
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_ADDRESS = re.compile(r"0x[0-9a-f]+", re.IGNORECASE)


def whole_numbers(text: str) -> list[int]:
    """Return the whole numbers that a text names."""
    return [int(digits) for digits in _NUMBER.findall(_ADDRESS.sub("", text)) if digits.isdigit()]


def _answer(namespace: Namespace, grads: list[float], p: int) -> Any:
    try:
        return as_number(namespace["gradient_norm"](parameters_with(grads)))
    except ValueError as error:
        named = whole_numbers(str(error))
        place = next((str(near) for near in (p, p + 1, p - 1) if near in named), "")
        return f"a ValueError that names {f'position {place}' if place else 'no position'}"


def _refusal(word: str, value: float) -> None:
    def refused(namespace: Namespace, p: int, a: float) -> Any:
        grads = [a] * 11
        grads[p] = value
        return _answer(namespace, grads, p)

    refused.__name__ = f"refuses_{word.replace(' ', '_')}"
    probe(
        "day5-norm-refuses",
        f"`gradient_norm` of 11 gradients {{a}}, but {word} at position {{p}}",
        "a norm of what is no finite number has no meaning, and whoever looks for the fault wants to know where",
        p=integer,
        a=positive,
    )(refused)


for _word, _value in (("NaN", math.nan), ("infinity", math.inf), ("minus infinity", -math.inf)):
    _refusal(_word, _value)


def _at_an_end(p: int, where: str) -> None:
    def refused(namespace: Namespace, a: float) -> Any:
        grads = [a] * 15
        grads[p] = math.nan
        return _answer(namespace, grads, p)

    refused.__name__ = f"refuses_{where}"
    probe(
        "day5-norm-refuses",
        f"`gradient_norm` of 15 gradients {{a}}, but NaN at the {where} position, {p}",
        "each gradient is looked at, and positions are counted from 0",
        rounds=1,
        a=positive,
    )(refused)


_at_an_end(0, "first")
_at_an_end(14, "last")
