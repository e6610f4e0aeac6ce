# SPDX-License-Identifier: MIT
"""Questions about ``backward``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from exercises.day6_tensor.arrays import table
from exercises.day6_tensor.fair import fair_leaves
from judge.asking.inputs import Draw, Drawer, one_of
from judge.asking.probe import Namespace, probe
from judge.run.answers import Table

BACKWARD = "day6-tensor-backward"


@probe(
    BACKWARD,
    "`L = (a * a).sum() + a.sum()` with `a = {a}`: the gradient of `a`",
    "the slope of `x² + x` is `2x + 1`, and the shares of all uses are added",
    a=table(2, 2),
)
def two_ways(namespace: Namespace, a: Any) -> Any:
    """Return the gradient of a leaf that reaches the root in two ways."""
    with fair_leaves(namespace, a) as (node,):
        ((node * node).sum() + node.sum()).backward()
        return node.grad


@probe(
    BACKWARD,
    "`h = a * b`, then `L = (h * h + h).sum()`, with `a = {a}` and `b = {b}`",
    "`h` passes on its gradient after all its uses have added their share",
    a=table(2, 2),
    b=table(2),
)
def shared_node(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where a node in the middle is used twice."""
    with fair_leaves(namespace, a, b) as (left, other):
        h = left * other
        loss = (h * h + h).sum()
        loss.backward()
        grads = {"the gradient of `h`": h.grad, "the gradient of `a`": left.grad, "the gradient of `b`": other.grad}
        return {**grads, "the gradient of `L`": loss.grad}


def _ways_of_two_lengths(name: str, sum_in_words: str, join: Callable[[Any, Any], Any]) -> None:
    """Register the question whether a node waits for its longer way to the root, in one order of the operands."""

    def gradients(namespace: Namespace, a: Any) -> dict[str, Any]:
        with fair_leaves(namespace, a) as (node,):
            b = node * 3.0
            c = b * 2.0
            join(c + 1.0 + 1.0 + 1.0, c * 5.0).sum().backward()
            return {"the gradient of `a`": node.grad, "the gradient of `b`": b.grad, "the gradient of `c`": c.grad}

    gradients.__name__ = name
    words = f"`b = a * 3` and `c = b * 2`, then `L = ({sum_in_words}).sum()`, with `a = {{a}}`"
    why = "`c` reaches `L` in two ways, and waits for the longer one before it passes its gradient on"
    probe(BACKWARD, words, why, a=table(2))(gradients)


_ways_of_two_lengths("long_way_first", "(c + 1 + 1 + 1) + c * 5", lambda long, short: long + short)
_ways_of_two_lengths("short_way_first", "c * 5 + (c + 1 + 1 + 1)", lambda long, short: short + long)


@probe(
    BACKWARD,
    "`L = ((x @ w + b) * {k}).sum(axis=1).sum()` with `x = {x}`, `w = {w}` and `b = {b}`",
    "each gradient has the shape of its data",
    x=table(3, 2),
    w=table(2, 2),
    b=table(2),
    k=one_of([1.5, 2.5, -3.5], simple=[2.0, 3.0]),
)
def layer(namespace: Namespace, x: Any, w: Any, b: Any, k: float) -> dict[str, Any]:
    """Return the gradients of ``x`` (3, 2), ``w`` (2, 2) and ``b`` (2,), by their names."""
    with fair_leaves(namespace, x, w, b) as nodes:
        ((nodes[0] @ nodes[1] + nodes[2]) * k).sum(axis=1).sum().backward()
        return {f"the gradient of `{name}`": node.grad for name, node in zip("xwb", nodes, strict=True)}


def _few_ones(draw: Draw) -> Any:
    """Return a table of two rows and columns; a simple one has small entries, so that no product is large."""
    if not draw.simple:
        return table(2, 2)(draw)
    ends = [float(draw.random.choice((-1, 0, 1))) for _ in range(2)]
    return Table([[ends[0], float(draw.random.randint(1, 2))], [float(draw.random.choice((-1, 1))), ends[1]]])


@probe(
    BACKWARD,
    "`h = a @ a + a`, `L = (h * a).sum()` with `a = {a}`, after `L.backward()` was called twice",
    "a leaf adds up its gradients, so its gradient is twice as large; every other node is reset",
    a=_few_ones,
)
def two_passes(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return the gradients of leaf, middle and root after two passes."""
    with fair_leaves(namespace, a) as (node,):
        h = node @ node + node
        loss = (h * node).sum()
        loss.backward()
        loss.backward()
        grads = {"the gradient of `a`": node.grad, "the gradient of `h`": h.grad}
        return {**grads, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`L = a @ b`, of shape (1, 1), with `a = {a}` and `b = {b}`: the gradients of `a` and `L`",
    "it is a single number although it has two axes, and the seed has the same shape",
    a=table(1, 2),
    b=table(2, 1),
)
def one_by_one(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where the root has the shape (1, 1)."""
    with fair_leaves(namespace, a, b) as (left, other):
        loss = left @ other
        loss.backward()
        return {"the gradient of `a`": left.grad, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`p = a * b` and `q = a * b`, then `L = (p + q).sum()`, where `a` and `b` both hold {a}, and two tensors may have "
    "one label",
    "tensors that agree in everything are still two, and each passes its share on",
    a=table(2, 2),
)
def equal_tensors(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return the gradients of two leaves that nothing but their being two objects tells apart."""
    with fair_leaves(namespace, a, a) as (left, other):
        p, q = left * other, left * other
        for node, label in ((left, "x"), (other, "x"), (p, "y"), (q, "y")):
            with suppress(AttributeError):  # Labels are free: a class may have none.
                node.label = label
        (p + q).sum().backward()
        return {"the gradient of `a`": left.grad, "the gradient of `b`": other.grad}


def _several_numbers(name: str, a: Drawer) -> None:
    def kind_of_error(namespace: Namespace, a: Any) -> str:
        with fair_leaves(namespace, a) as (node,):
            try:
                (node + node).backward()
            except NotImplementedError:
                raise
            except Exception as error:
                return type(error).__name__
            return "no error"

    kind_of_error.__name__ = name
    why = "each of several numbers has a slope of its own, and the seed 1 would add them all up"
    probe(BACKWARD, "`Tensor({a}).backward()`, on several numbers", why, a=a)(kind_of_error)


_several_numbers("several_numbers", table(2, 2))
_several_numbers("two_numbers", table(2))


@probe(
    BACKWARD,
    "a chain of 300 sums `x = x + a` from `a = {a}`, then `x.sum().backward()`: the gradient of `a`",
    "`a` is used 301 times, and each use adds 1",
    a=table(2),
)
def long_chain(namespace: Namespace, a: Any) -> Any:
    """Return the gradient at the start of a long chain."""
    with fair_leaves(namespace, a) as (node,):
        x = node
        for _ in range(300):
            x = x + node
        x.sum().backward()
        return node.grad
