# SPDX-License-Identifier: MIT
"""Questions about ``backward``."""

from __future__ import annotations

from typing import Any

from grading.exercises.day6_tensor.arrays import leaf, table
from grading.exercises.day6_tensor.fair import fair_tensor
from grading.exercises.shared.probe import Namespace, probe

BACKWARD = "day6-tensor-backward"


@probe(
    BACKWARD,
    "`L = (a * a).sum() + a.sum()` with a = {a}: the gradient of a",
    "the slope of x² + x is 2x + 1, and the shares of all uses are added",
    a=table(2, 2),
)
def two_ways(namespace: Namespace, a: Any) -> Any:
    """Return the gradient of a leaf that reaches the root in two ways."""
    with fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        ((node * node).sum() + node.sum()).backward()
        return node.grad


@probe(
    BACKWARD,
    "`h = a * b`, then `L = (h * h + h).sum()`, with a = {a} and b = {b}",
    "h passes on what it has once all its uses have added their share",
    a=table(2, 2),
    b=table(2),
)
def shared_node(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where a node in the middle is used twice."""
    with fair_tensor(namespace) as tensor:
        left, other = leaf(tensor, a), leaf(tensor, b)
        h = left * other
        loss = (h * h + h).sum()
        loss.backward()
        grads = {"the gradient of `h`": h.grad, "the gradient of `a`": left.grad, "the gradient of `b`": other.grad}
        return {**grads, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`L = ((x @ w + b) * {k}).sum(axis=1).sum()` with x = {x}, w = {w} and b = {b}",
    "each gradient has the shape of its data",
    x=table(3, 2),
    w=table(2, 2),
    b=table(2),
    k=lambda draw: draw.random.choice((1.5, 2.5, -3.5)),
)
def layer(namespace: Namespace, x: Any, w: Any, b: Any, k: float) -> dict[str, Any]:
    """Return the gradients of a layer."""
    with fair_tensor(namespace) as tensor:
        leaves = {"x": leaf(tensor, x), "w": leaf(tensor, w), "b": leaf(tensor, b)}
        ((leaves["x"] @ leaves["w"] + leaves["b"]) * k).sum(axis=1).sum().backward()
        return {f"the gradient of `{name}`": node.grad for name, node in leaves.items()}


@probe(
    BACKWARD,
    "`h = a @ a + a`, `L = (h * a).sum()` with a = {a}, after `L.backward()` was called twice",
    "a leaf collects, so its gradient is twice as large; every other node starts afresh",
    a=table(2, 2),
)
def two_passes(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return the gradients of leaf, middle and root after two passes."""
    with fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        h = node @ node + node
        loss = (h * node).sum()
        loss.backward()
        loss.backward()
        grads = {"the gradient of `a`": node.grad, "the gradient of `h`": h.grad}
        return {**grads, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`L = a @ b`, of shape (1, 1), with a = {a} and b = {b}: the gradients of a and L",
    "it is a single number, though it has two axes, and the seed has its shape",
    a=table(1, 2),
    b=table(2, 1),
)
def one_by_one(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where the root has the shape (1, 1)."""
    with fair_tensor(namespace) as tensor:
        left, other = leaf(tensor, a), leaf(tensor, b)
        loss = left @ other
        loss.backward()
        return {"the gradient of `a`": left.grad, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`Tensor({a}).backward()`, on several numbers",
    "a table has a slope for each pair of entries, and the seed 1 would add them all up",
    a=table(2, 2),
)
def several_numbers(namespace: Namespace, a: Any) -> str:
    """Return the kind of error."""
    with fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        try:
            (node + node).backward()
        except NotImplementedError:
            raise
        except Exception as error:
            return type(error).__name__
        return "no error"


@probe(
    BACKWARD,
    "a chain of 300 sums `x = x + a` from a = {a}, then `x.sum().backward()`: the gradient of a",
    "a is used 301 times, and each use adds 1",
    a=table(2),
)
def long_chain(namespace: Namespace, a: Any) -> Any:
    """Return the gradient at the start of a long chain."""
    with fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        x = node
        for _ in range(300):
            x = x + node
        x.sum().backward()
        return node.grad
