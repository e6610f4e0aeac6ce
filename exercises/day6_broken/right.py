# SPDX-License-Identifier: MIT
"""What the two shapes of exercise 6.4 show. This runs where answers are judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS = ("day6-broken-",)


def shown(answers: Mapping[str, Any], pair: str) -> str:
    """Say what engine P's broken rule does at two shapes, written as in ``3,2 2``."""
    if not all(part == "-" or all(side.isdigit() for side in part.split(",")) for part in pair.split(" ")):
        return pair  # It says what is no shape.
    first, second = ([] if part == "-" else [int(side) for side in part.split(",")] for part in pair.split(" "))
    axes = max(len(first), len(second))
    a, b = ([1] * (axes - len(shape)) + shape for shape in (first, second))
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b, strict=True)):
        return "two shapes that do not broadcast"
    result = [max(pair) for pair in zip(a, b, strict=True)]
    if any(shape and shape[-1] == 1 < result[-1] for shape in (first, second)):
        return "two shapes at which it is wrong"
    if first == second:
        return "two equal shapes, at which it is right"
    if len(first) != len(second):
        return "two shapes of which one lacks an axis, at which it is right"
    return "two shapes at which it is right"
