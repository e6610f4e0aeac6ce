# SPDX-License-Identifier: MIT
"""Graphs that Day 3 asks about beside those of ``trace``: with a long and a short way, deep ones, and doublings."""

from __future__ import annotations

import math
from typing import Any

from exercises.shared.graphs import Leaf

DEEP, DOUBLINGS = 5000, 22
LONG, SHORT = "`L = (b + 1 + 1) + 2*b`, with `b = 3*a`", "`L = 2*b + (b + 1 + 1)`, with `b = 3*a`"


def long_way_first(leaf: Leaf) -> dict[str, Any]:
    """Build ``b = 3*a``, then ``L = (b + 1 + 1) + 2*b``: the short way to L is written last."""
    a, three, one, two = leaf(1.0), leaf(3.0), leaf(1.0), leaf(2.0)
    b = three * a
    p = b + one
    q = p + one
    r = two * b
    return {"a": a, "3": three, "1": one, "2": two, "b": b, "p": p, "q": q, "r": r, "L": q + r}


def short_way_first(leaf: Leaf) -> dict[str, Any]:
    """Build the same with the terms exchanged."""
    nodes = long_way_first(leaf)
    nodes["L"] = nodes["r"] + nodes["q"]
    return nodes


def chain(leaf: Leaf) -> dict[str, Any]:
    """Build ``c = (a*3)*2``."""
    a, three, two = leaf(5.0), leaf(3.0), leaf(2.0)
    b = a * three
    return {"a": a, "3": three, "2": two, "b": b, "c": b * two}


def two_doublings(leaf: Leaf) -> dict[str, Any]:
    """Build ``b = a + a``, ``c = b + b``."""
    a = leaf(1.0)
    b = a + a
    return {"a": a, "b": b, "c": b + b}


def deep_chain(leaf: Leaf, depth: int = DEEP) -> dict[str, Any]:
    """Build 5,000 sums, one after the other."""
    one, y = leaf(1.0), leaf(0.0)
    nodes = {"one": one, "start": y}
    for index in range(depth):
        y = y + one
        nodes[str(index)] = y
    return nodes


def short_chain(leaf: Leaf) -> dict[str, Any]:
    """Build 5 sums of the same kind."""
    return deep_chain(leaf, 5)


def doublings(leaf: Leaf, times: int = DOUBLINGS) -> dict[str, Any]:
    """Build 22 doublings, ``y = y + y``."""
    y = leaf(1.0)
    nodes = {"x": y}
    for index in range(times):
        y = y + y
        nodes[str(index)] = y
    return nodes


def doublings_of_two(leaf: Leaf, times: int = DOUBLINGS) -> dict[str, Any]:
    """Build 22 doublings, ``y = (y + one) + y``: both parents are nodes of their own, so even a set holds two."""
    one, y = leaf(1.0), leaf(2.0)  # No two nodes hold one number: that is asked elsewhere.
    nodes = {"one": one, "x": y}
    for index in range(times):
        nodes[f"inner {index}"] = inner = y + one
        nodes[f"outer {index}"] = y = inner + y
    return nodes


def root_of(nodes: dict[str, Any]) -> Any:
    """Return the node that was made last, in which the graph ends."""
    return list(nodes.values())[-1]


def too_early(order: list[Any], nodes: dict[str, Any]) -> list[str]:
    """Return the names of nodes that are missing, or whose first place is before that of one of their parents.

    A root that is left out, or all leaves, is one fault, and another question than the order of the rest.
    """
    place: dict[int, int] = {}
    for index, node in enumerate(order):
        place.setdefault(id(node), index)
    missing = {name for name, node in nodes.items() if id(node) not in place}
    leaves = {name for name, node in nodes.items() if not list(node._prev)}
    excused = missing if missing in ({list(nodes)[-1]}, leaves) else set()
    late = math.inf
    return sorted(
        name
        for name, node in nodes.items()
        if name not in excused
        and (
            name in missing
            or any(place.get(id(parent), -1 if excused else late) >= place[id(node)] for parent in node._prev)
        )
    )
