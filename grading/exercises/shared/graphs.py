# SPDX-License-Identifier: MIT
"""Graphs that questions are about, and how the nodes of a graph are read: names, parents, what can be reached.

A function that builds a graph takes what makes a leaf from a number, and returns the nodes by name, the root last.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from grading.run.messages import Argument, Sentence, sentence

Leaf = Callable[[float], Any]


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


def only_leaf(leaf: Leaf) -> dict[str, Any]:
    """Build a graph of one leaf."""
    return {"a": leaf(4.0)}


def names_of(nodes: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``nodes``, sorted; an object that is not known is called that."""
    names = {id(node): name for name, node in known.items()}
    return sorted(names.get(id(node), "another object") for node in nodes)


def names_in(nodes: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``nodes``, as :func:`names_of` does; nodes of other graphs get one entry.

    How many of them an earlier call has left behind depends on what was asked before.
    """
    nodes, own = list(nodes), {id(node) for node in known.values()}
    strangers = {id(node) for node in nodes if id(node) not in own and hasattr(node, "_prev")}
    left_behind = ["a node of another graph"] if strangers else []
    return sorted([*names_of((node for node in nodes if id(node) not in strangers), known), *left_behind])


def parents_of(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of a node's distinct parents, whatever container holds them."""
    return sorted(set(names_of(out._prev, known)))


def reached(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the known nodes that can be reached from ``out`` along ``_prev``."""
    seen: dict[int, Any] = {}
    waiting = [out]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev or ())
    return sorted(name for name, node in known.items() if id(node) in seen)


def listed(answer: Any) -> Argument:
    """Return a list of names or edges as an argument of a sentence; other answers are in words of the question's."""
    if not isinstance(answer, list):
        return Sentence.quoting(str(answer))
    in_words = [" " in str(one) and not str(one).startswith("(") for one in answer]
    named = (Sentence.quoting(one) if words else str(one) for one, words in zip(answer, in_words, strict=True))
    return tuple(named) or sentence("nothing")
