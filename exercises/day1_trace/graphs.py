# SPDX-License-Identifier: MIT
"""Small graphs that questions about reading a graph are about, built of the learner's nodes where that can be.

A function that builds a graph takes what makes a leaf from a number, and returns the nodes by name, the root last.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from exercises.shared.graphs import Leaf, names_of
from exercises.shared.stand_in import fair_class

Build = Callable[[Leaf], dict[str, Any]]


def product_plus(leaf: Leaf) -> dict[str, Any]:
    """Build ``e = a*b + c``, with labels: the other graphs have none, so labels can't tell their nodes apart."""
    a, b, c = leaf(2.0), leaf(-3.0), leaf(10.0)
    d = a * b
    nodes = {"a": a, "b": b, "c": c, "d": d, "e": d + c}
    for name, node in nodes.items():
        with suppress(AttributeError):  # Labels are free: a class may have none.
            node.label = name
    return nodes


def sum_of_two(leaf: Leaf) -> dict[str, Any]:
    """Build ``c = a + b``."""
    a, b = leaf(2.0), leaf(3.0)
    return {"a": a, "b": b, "c": a + b}


def used_twice(leaf: Leaf) -> dict[str, Any]:
    """Build ``b = a + a``."""
    a = leaf(3.0)
    return {"a": a, "b": a + a}


def diamond(leaf: Leaf) -> dict[str, Any]:
    """Build ``s = a + b``, then ``p = s * a`` and ``q = s * b``, then ``r = p + q``."""
    a, b = leaf(2.0), leaf(5.0)
    s = a + b
    p, q = s * a, s * b
    return {"a": a, "b": b, "s": s, "p": p, "q": q, "r": p + q}


def equal_leaves(leaf: Leaf) -> dict[str, Any]:
    """Build ``c = a * b`` from two leaves that hold the same number."""
    a, b = leaf(3.0), leaf(3.0)
    return {"a": a, "b": b, "c": a * b}


def equal_products(leaf: Leaf) -> dict[str, Any]:
    """Build ``p = a*b`` and ``q = a*b``, two nodes that hold the same number, then ``r = p + q``."""
    a, b = leaf(2.0), leaf(5.0)
    p, q = a * b, a * b
    return {"a": a, "b": b, "p": p, "q": q, "r": p + q}


def labelled_alike(leaf: Leaf) -> dict[str, Any]:
    """Build the same from equal leaves, where both products have one label, and so have both leaves."""
    a, b = leaf(3.0), leaf(3.0)
    p, q = a * b, a * b
    nodes = {"a": a, "b": b, "p": p, "q": q, "r": p + q}
    for name, label in {"a": "x", "b": "x", "p": "y", "q": "y"}.items():
        with suppress(AttributeError):  # Labels are free: a class may have none.
            nodes[name].label = label
    return nodes


def only_leaf(leaf: Leaf) -> dict[str, Any]:
    """Build a graph of one leaf."""
    return {"a": leaf(4.0)}


def names_in(nodes: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``nodes``, as :func:`names_of` does; nodes of other graphs get one entry.

    How many of them an earlier call has left behind depends on what was asked before.
    """
    nodes, own = list(nodes), {id(node) for node in known.values()}
    strangers = {id(node) for node in nodes if id(node) not in own and hasattr(node, "_prev")}
    left_behind = ["a node of another graph"] if strangers else []
    return sorted([*names_of((node for node in nodes if id(node) not in strangers), known), *left_behind])


def same_graph(build: Build) -> Callable[[Any], bool]:
    """Return a trial of a class: whether it builds the graph that is written down, with the right data and parents."""
    wanted = _written(build(_Step))
    return lambda value: _shape(build(value)) == wanted


def graph(namespace: Mapping[str, Any], build: Build, *, told_apart: bool = False) -> dict[str, Any]:
    """Return named nodes of a graph, made of the learner's ``Value`` where that can be.

    Args:
        namespace: What the notebook defines.
        build: Takes what makes a leaf from a number, and returns the nodes by name, the root last.
        told_apart: Whether each node has to equal itself alone: that a class whose nodes equal others leads a walk
            astray is asked elsewhere.
    """
    shaped = same_graph(build)
    works = (lambda value: _tells_apart(value) and shaped(value)) if told_apart else shaped
    with fair_class(namespace.get("Value"), works) as leaf:
        return build(leaf)


def _tells_apart(value: Any) -> bool:
    one, other = value(2.0), value(2.0)
    return one != other and len({one, other}) == 2


@contextmanager
def after_another(namespace: Mapping[str, Any], function: str) -> Iterator[None]:
    """Call a function on another graph first, and keep that: a question then shows what an earlier call leaves behind.

    What the function answers there is not asked.
    """
    nodes = graph(namespace, sum_of_two)
    with suppress(Exception):
        namespace[function](nodes["c"])
    yield


def _shape(nodes: dict[str, Any]) -> dict[str, tuple[float, Counter[str]]]:
    names = {id(node): name for name, node in nodes.items()}
    return {
        name: (float(node.data), Counter(names[id(parent)] for parent in node._prev)) for name, node in nodes.items()
    }


class _Step:
    """Writes down how a graph is built, and builds nothing: a leaf's number, or a sign and what it joins."""

    def __init__(self, written: Any):
        self.written = written

    def __add__(self, other: _Step) -> _Step:
        return _Step((operator.add, self, other))

    def __mul__(self, other: _Step) -> _Step:
        return _Step((operator.mul, self, other))


def _written(steps: dict[str, _Step]) -> dict[str, tuple[float, Counter[str]]]:
    """Return the shape of a graph from what was written down; each step stands after those that it joins."""
    names, shape = {id(step): name for name, step in steps.items()}, {}
    for name, step in steps.items():
        sign, *joined = step.written if isinstance(step.written, tuple) else (step.written,)
        parents = [names[id(other)] for other in joined]
        number = sign(*(shape[parent][0] for parent in parents)) if parents else sign
        shape[name] = float(number), Counter(parents)
    return shape
