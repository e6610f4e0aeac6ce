# SPDX-License-Identifier: MIT
"""Right nodes, and a right ``+`` and ``*``, which stand in for the learner's where a question is not about them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from exercises.shared.stand_in import carrying, give_parents, give_rule

# From Day 3 on the notebook itself gives such a class.
ANSWERS = ("day1-value-", "day2-value-")


def plus_and_times(value: type, right_slope: float = 1.0) -> dict[str, Callable[..., Any]]:
    """Return right operators for a class by name: ``+`` and ``*``, both ways round.

    The class makes each node, and then its parents, its operation and its local rule are filled in. The slope towards
    the right operand of a product is multiplied by ``right_slope``.
    """
    sum_of, product_of = (carrying(value, name, lambda: (value(2.5), value(1.5))) for name in ("__add__", "__mul__"))

    def plus(self: Any, other: Any) -> Any:
        other = wrapped(value, other)
        out = sum_of(self.data + other.data, self, other)
        return filled(out, self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def times(self: Any, other: Any) -> Any:
        other = wrapped(value, other)
        out = product_of(self.data * other.data, self, other)
        return filled(out, self.data * other.data, "*", (self, other.data), (other, right_slope * self.data))

    return named({"__add__": plus, "__radd__": plus, "__mul__": times, "__rmul__": times})


def named(parts: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Give functions the names by which they are called: an error that names one is read by a learner."""
    for name, part in parts.items():
        part.__name__, part.__qualname__ = name, f"Value.{name}"
    return parts


def wrapped(value: type, other: Any) -> Any:
    """Return a plain number as a leaf of the class, and a node as it is."""
    return other if isinstance(other, value) else value(other)


def made(value: type, data: float, op: str, *edges: tuple[Any, float]) -> Any:
    """Return the node that an operation makes; an edge is a parent with the slope towards it."""
    return filled(value(data), data, op, *edges)


def filled(out: Any, data: float, op: str, *edges: tuple[Any, float]) -> Any:
    """Return a node with what the contract says of the result of an operation."""
    out.data = data
    give_parents(out, op, *(parent for parent, _ in edges))

    def _backward() -> None:
        for parent, slope in edges:
            parent.grad += slope * out.grad

    _backward.__qualname__ = "_backward"  # whose name may stand in an error that a learner reads
    give_rule(out, _backward, [(parent, partial(operator.mul, slope)) for parent, slope in edges])
    return out


class Node:
    """Our own node: what the contract asks for, and ``+`` and ``*``."""

    def __init__(self, data: float, _prev: tuple[Any, ...] = (), _op: str = "", label: str = ""):
        self.data, self.grad, self._prev, self._op, self.label = float(data), 0.0, tuple(_prev), _op, label
        self._backward: Callable[[], None] = lambda: None

    def __repr__(self) -> str:
        return f"Value(data={self.data})"


def fill(value: type, parts: Mapping[str, Any]) -> None:
    """Put parts into a class, by their names."""
    for name, part in parts.items():
        setattr(value, name, part)


fill(Node, plus_and_times(Node))
# An error that names the class is read by a learner, who knows it by this name.
Node.__name__ = Node.__qualname__ = "Value"
