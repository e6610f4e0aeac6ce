# SPDX-License-Identifier: MIT
"""A small right engine of our own, and some that are not, for what is asked of functions that work on any engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from judge.asking.kept_away import KeptAway

ANSWERS = ("day3-value-",)

right = KeptAway("exercises.shared.right_node")
right_way_back = KeptAway("exercises.day3_value.right_way_back")
Node, made, named, plus_and_times, wrapped = right.Node, right.made, right.named, right.plus_and_times, right.wrapped


def engine_parts(value: type, right_slope: float = 1.0, power_slope: float = 1.0) -> dict[str, Callable[..., Any]]:
    """Return the operators of an engine for a class by name: ``+``, ``*``, ``**``, ``exp`` and what is made of them.

    The slope towards the right operand of a product, and that of a power, are multiplied by the last two.
    """

    def power(self: Any, n: float) -> Any:
        return made(value, self.data**n, f"**{n}", (self, power_slope * n * self.data ** (n - 1)))

    def exp(self: Any) -> Any:
        return made(value, math.exp(self.data), "exp", (self, math.exp(self.data)))

    further = {
        "__pow__": power,
        "exp": exp,
        "__neg__": lambda self: self * -1,
        "__sub__": lambda self, other: self + -wrapped(value, other),
        "__rsub__": lambda self, other: wrapped(value, other) - self,
        "__truediv__": lambda self, other: self * wrapped(value, other) ** -1,
        "__rtruediv__": lambda self, other: wrapped(value, other) / self,
    }
    return {**plus_and_times(value, right_slope), **named(further)}


class Tape(Node):
    """A node of an engine to be checked: right, unless it is made by :func:`crooked`."""

    __repr__ = object.__repr__  # no number of its own in the text of an error

    def backward(self) -> None:
        """Fill in all gradients."""
        right_way_back.drive(self, 1.0)


for _part, _operator in engine_parts(Tape).items():
    setattr(Tape, _part, _operator)
