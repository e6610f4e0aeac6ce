# SPDX-License-Identifier: MIT
"""Engines whose gradients are off, for a gradient check to find: right ones with one rule changed."""

from __future__ import annotations

from functools import cache
from typing import Any

from judge.asking.kept_away import KeptAway

ANSWERS = ("day3-value-",)

node = KeptAway("exercises.shared.right_node")
right = KeptAway("exercises.day3_gradcheck.right_tape")
Tape, made, wrapped = right.Tape, node.made, node.wrapped


def _engine(name: str, **slopes: float) -> type[Tape]:
    engine = type(name, (Tape,), {})
    for part, operator in right.engine_parts(engine, **slopes).items():
        setattr(engine, part, operator)
    return engine


@cache
def crooked(right_slope: float = 1.0, power_slope: float = 1.0) -> type[Tape]:
    """Return the engine whose slopes are off by these factors: nodes of two engines don't go together."""
    return _engine("Crooked", right_slope=right_slope, power_slope=power_slope)


@cache
def exchanged() -> type[Tape]:
    """Return the engine whose product gives each parent the slope of the other: their sum and their sizes are right."""
    engine = _engine("Crooked")

    def times(self: Any, other: Any) -> Any:
        other = wrapped(engine, other)
        return made(engine, self.data * other.data, "*", (self, self.data), (other, other.data))

    engine.__mul__ = engine.__rmul__ = times
    return engine
