# SPDX-License-Identifier: MIT
"""Right ``+``, ``*``, ``@`` and ``sum`` for a class of tensors, and a class that has them and no ``backward``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from exercises.shared.stand_in import Edge, carrying, give_parents, give_rule
from judge.asking.kept_away import KeptAway

ANSWERS = ("day6-tensor-paper", "day6-tensor-matmul", "day6-tensor-shapes")

right = KeptAway("exercises.day6_unbroadcast.right")
right_start = KeptAway("exercises.day6_tensor.right_start")


# The arguments besides ``self`` of each operation, when it is tried.
OPERATIONS: dict[str, tuple[Any, ...]] = {"__add__": (1.5,), "__mul__": (1.5,), "__matmul__": ([[1.5]],), "sum": ()}


def operations(tensor: type) -> dict[str, Callable[..., Any]]:
    """Return right operations for a class by name; the class makes each node, and then it is filled in."""

    def wrapped(other: Any) -> Any:
        return other if isinstance(other, tensor) else tensor(other)

    def tried(*others: Any) -> tuple[Any, ...]:
        return tensor([[2.5]]), *map(tensor, others)

    make = {name: carrying(tensor, name, lambda others=others: tried(*others)) for name, others in OPERATIONS.items()}

    def plus(self: Any, other: Any) -> Any:
        other = wrapped(other)
        data = self.data + other.data
        return _filled(make["__add__"](data, self, other), data, "+", (self, lambda G: G), (other, lambda G: G))

    def times(self: Any, other: Any) -> Any:
        other = wrapped(other)
        data = self.data * other.data
        edges = (self, lambda G: G * other.data), (other, lambda G: G * self.data)
        return _filled(make["__mul__"](data, self, other), data, "*", *edges)

    def matmul(self: Any, other: Any) -> Any:
        other = wrapped(other)
        data = self.data @ other.data
        edges = (self, lambda G: G @ other.data.T), (other, lambda G: self.data.T @ G)
        return _filled(make["__matmul__"](data, self, other), data, "@", *edges)

    def total(self: Any, axis: Any = None, keepdims: bool = False) -> Any:
        def spread(G: Any) -> Any:
            again = G if axis is None or keepdims else np.expand_dims(G, axis)
            return np.broadcast_to(again, self.data.shape)

        data = self.data.sum(axis=axis, keepdims=keepdims)
        return _filled(make["sum"](data, self, axis, keepdims), data, "sum", (self, spread))

    parts = {"__add__": plus, "__radd__": plus, "__mul__": times, "__rmul__": times, "__matmul__": matmul, "sum": total}
    for name, part in parts.items():  # An error that names one is read by a learner.
        part.__name__, part.__qualname__ = name, f"Tensor.{name}"
    return parts


def _filled(out: Any, data: Any, op: str, *edges: Edge) -> Any:
    out.data = np.array(data, dtype=float)
    out.grad = np.zeros(out.data.shape)
    give_parents(out, op, *(parent for parent, _ in edges))

    def _backward() -> None:
        for parent, rule in edges:
            parent.grad = parent.grad + right.unbroadcast(np.asarray(rule(out.grad)), np.shape(parent.data))

    give_rule(out, _backward, edges)
    return out


class Tensor(right_start.Tensor):  # type: ignore[misc]
    """Our own tensor: what the contract asks for, without ``backward``."""


for _name, _part in operations(Tensor).items():
    setattr(Tensor, _name, _part)
