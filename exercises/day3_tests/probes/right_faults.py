# SPDX-License-Identifier: MIT
"""The code of each fault, as parts of a right engine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from judge.asking.kept_away import KeptAway

__all__ = ["ALSO", "ANSWERS", "CHANGES", "INERT"]

ANSWERS = ("day3-topological-order-", "day3-value-")

engines = KeptAway("exercises.day3_tests.probes.right_engines")
RIGHT, Parts, depth_first, engine = engines.RIGHT, engines.Parts, engines.depth_first, engines.engine

# An order that follows every path is reported as endless before it takes that time.
MOST_CALLS = 20_000


def _slope(sign: str, slopes: Callable[..., tuple[float, ...]]) -> Callable[[Parts], Parts]:
    # An operation made of others has no slope of its own.
    return lambda parts: replace(parts, slopes={**parts.slopes, sign: slopes}, built=parts.built - {sign})


def _number(sign: str, number: Callable[..., float]) -> Callable[[Parts], Parts]:
    return lambda parts: replace(parts, numbers={**parts.numbers, sign: number})


def _left(sign: str, made: Callable[[type, Any, float], Any]) -> Callable[[Parts], Parts]:
    return lambda parts: replace(parts, left={**parts.left, sign: made})


def _ordered(order: Callable[[Any], list[Any]]) -> Callable[[Parts], Parts]:
    return lambda parts: replace(parts, order=order)


def _on_arrival(again: bool) -> Callable[[Any], list[Any]]:
    """Return the order in which a recursion calls nodes that does not wait for their children.

    ``gradtools`` has such an order, too, but a learner's code could change that one.

    Args:
        again: Whether a node is called at every arrival, or at the first one alone.
    """

    def order(root: Any) -> list[Any]:
        calls, known, waiting = [], set(), [root]
        while waiting:
            node = waiting.pop()
            if again or id(node) not in known:
                known.add(id(node))
                calls.append(node)
                waiting.extend(reversed(list(node._prev)))
            if len(calls) > MOST_CALLS:
                raise RecursionError("maximum recursion depth exceeded")
        return calls

    return order


def _by_number(root: Any) -> list[Any]:
    return depth_first(root, key=lambda node: node.data)


def _counted_by_number(root: Any) -> list[Any]:
    """Return the nodes in the order of an engine that counts uses: a node waits for all uses of its number."""
    uses: Counter[float] = Counter()
    reached = {root.data: root}
    for node in (waiting := [root]):
        for parent in node._prev:
            uses[parent.data] += 1
            if parent.data not in reached:
                reached[parent.data] = parent
                waiting.append(parent)
    for node in (order := [root]):
        for parent in node._prev:
            uses[parent.data] -= 1
            if not uses[parent.data]:
                order.append(parent)
    return order


def _keeps_interior(root: Any, nodes: list[Any]) -> None:
    root.grad = 1.0


def _clears_leaves(root: Any, nodes: list[Any]) -> None:
    for node in nodes:
        node.grad = 0.0
    root.grad = 1.0


def _nan_for_none(function: Callable[..., float]) -> Callable[..., float]:
    def number(*numbers: float) -> float:
        try:
            return function(*numbers)
        except ValueError:
            return math.nan

    return number


def _refuses_nothing(parts: Parts) -> Parts:
    numbers = {sign: _nan_for_none(parts.numbers[sign]) for sign in ("log", "**")}
    slopes = {"log": lambda x: (1 / x if x else math.nan,)}
    return replace(parts, numbers={**parts.numbers, **numbers}, slopes={**parts.slopes, **slopes})


CHANGES: dict[str, Callable[[Parts], Parts]] = {
    "product": _slope("*", lambda x, y: (x, y)),
    "reuse": lambda parts: replace(parts, collect=lambda held, share: share),
    "minus": _slope("-", lambda x, y: (1.0, 1.0)),
    "quotient": _slope("/", lambda x, y: (1 / y, -x / y)),
    "power": _slope("**", lambda x, n: (n * x**n,)),
    "exponential": _slope("exp", lambda x: (x * math.exp(x - 1),)),
    "left_sum": _left("+", lambda value, node, number: node),
    "left_minus": _left("-", lambda value, node, number: node - value(number)),
    "negative_base": _slope("**", lambda x, n: (n * abs(x) ** (n - 1),)),
    "relu_below": _slope("relu", lambda x: (1.0,)),
    "tanh_near_zero": _slope("tanh", lambda x: (1 - x * x,)),
    "sigmoid_far_out": _number("sigmoid", lambda x: 1 / (1 + math.exp(-x))),
    "no_refusal": _refuses_nothing,
    "every_arrival": _ordered(_on_arrival(again=True)),
    "first_arrival": _ordered(_on_arrival(again=False)),
    "equal_numbers": _ordered(_by_number),
    "second_call": lambda parts: replace(parts, before=_keeps_interior),
    "leaves_cleared": lambda parts: replace(parts, before=_clears_leaves),
}

# Faults that are written in two ways. A function that catches either has caught the fault.
ALSO: dict[str, Callable[[Parts], Parts]] = {"equal_numbers": _ordered(_counted_by_number)}

# An engine that every test of gradients must refuse: nothing is ever passed on.
INERT = lambda parts: replace(parts, order=lambda root: [], before=lambda root, nodes: None)  # noqa: E731
