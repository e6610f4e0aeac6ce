# SPDX-License-Identifier: MIT
"""Questions about `@`."""

from __future__ import annotations

import operator
from typing import Any

from exercises.day6_tensor.arrays import one_step, table
from exercises.day6_tensor.fair import leaves
from exercises.day6_tensor.probes.asked import MATMUL, of_two, parents_among
from judge.asking.probe import Namespace, probe

OF_MATMUL = "`x_ik` has the factor `w_kj` in `z_ij`: `G` is multiplied by the other operand, transposed"
of_two(MATMUL, "product", "a @ b", OF_MATMUL, operator.matmul, table(1, 2), table(2, 3), table(1, 3))
of_two(MATMUL, "square_product", "a @ b", OF_MATMUL, operator.matmul, table(2, 2), table(2, 2), table(2, 2))
of_two(MATMUL, "tall_product", "a @ b", OF_MATMUL, operator.matmul, table(3, 2), table(2, 1), table(3, 1))


@probe(
    MATMUL,
    "`a @ a` with `a = {a}` and the upstream gradient `{upstream}`",
    "`a` is used twice, and its two shares are added",
    a=table(2, 2),
    upstream=table(2, 2),
)
def used_twice(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
    """Return ``a @ a``, of shape (2, 2), and the gradient of ``a``, of the same shape."""
    with leaves(namespace, a, own=False) as (node,):
        return one_step(node @ node, upstream, a=node)


ADDED = "a share is added to the gradient that is already there"
of_two(MATMUL, "shares_are_added", "a @ b", ADDED, operator.matmul, table(1, 2), table(2, 2), table(1, 2), held=1)


@probe(
    MATMUL,
    "`a @ {b}` with `a = {a}` and the upstream gradient `{upstream}`, where `b` is a list of lists",
    "an operand that is not a Tensor is converted first",
    a=table(1, 2),
    b=table(2, 2),
    upstream=table(1, 2),
)
def list_on_the_right(namespace: Namespace, a: Any, b: Any, upstream: Any) -> dict[str, Any]:
    """Return ``a @ b``, of shape (1, 2), and the gradient of ``a``, where ``b`` is a list of two lists."""
    with leaves(namespace, a, own=False) as (node,):
        return one_step(node @ b, upstream, a=node)


@probe(
    MATMUL,
    "the data of `a` and `b` after `a @ b` and its backward step, where they were {a} and {b}",
    "an operation does not change its operands",
    a=table(2, 3),
    b=table(3, 1),
)
def operands_of_matmul(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return what both operands hold after a step: arrays of the shapes (2, 3) and (3, 1)."""
    with leaves(namespace, a, b, own=False) as (left, other):
        one_step(left @ other, [[1.0], [2.0]])
        return {"the data of `a`": left.data, "the data of `b`": other.data}


@probe(
    MATMUL,
    "the gradient of the result of `a @ b`, before any backward step, and its parents in `_prev`",
    "a new tensor has zeros of the shape of its data, and the backward pass finds the parents there",
)
def result_of_matmul(namespace: Namespace) -> dict[str, Any]:
    """Return the gradient of a new product, of the shape (2, 2), and the names of its parents."""
    with leaves(namespace, [[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], own=False) as (a, b):
        out = a @ b
        return {"the gradient": out.grad, "the parents": parents_among(out, a=a, b=b)}
