# SPDX-License-Identifier: MIT
"""Questions about ``trace``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from exercises.day1_trace.graphs import (
    after_another,
    diamond,
    equal_leaves,
    equal_products,
    graph,
    labelled_alike,
    names_in,
    only_leaf,
    product_plus,
    used_twice,
)
from exercises.shared.graphs import listed, names_of
from judge.asking.probe import Namespace, probe


def leaves_above(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build ``b = a + a``, ``c = b*a``, ``d = c + a``: level by level, the last node that is met is no leaf."""
    a = leaf(3.0)
    b = a + a
    c = b * a
    return {"a": a, "b": b, "c": c, "d": c + a}


GRAPHS = (
    (product_plus, "`e = a*b + c`, with `d = a*b`", "the graph is `d` from `a` and `b`, and `e` from `d` and `c`"),
    (used_twice, "`b = a + a`", "`a` is one node that is used twice"),
    (
        diamond,
        "`s = a + b`, `p = s*a`, `q = s*b`, `r = p + q`",
        "`s`, `a` and `b` are used more than once, and each is one node",
    ),
    (
        leaves_above,
        "`d = c + a`, where `c = b*a` and `b = a + a`",
        "`a` is one node, and an operand in each of the three",
    ),
    (equal_leaves, "`c = a*b`, where `a` and `b` both hold 3.0", "two leaves that hold the same number are two nodes"),
    (
        equal_products,
        "`r = p + q`, where `p = a*b` and `q = a*b`",
        "`p` and `q` hold the same number, and they are two nodes",
    ),
    (
        labelled_alike,
        "`r = p + q`, where `p = a*b` and `q = a*b`, `a` and `b` both hold 3.0, and two nodes may have one label",
        "two nodes that agree in everything are two nodes",
    ),
    (only_leaf, "`a`, a single leaf", "a leaf has no parents"),
)


def _edge_names(edges: Any, nodes: dict[str, Any]) -> list[str]:
    called = _equal_as_one(nodes)
    names = {id(node): called[name] for name, node in nodes.items()}
    pairs = [_edge_name(edge, names) for edge in edges]
    # How many edges of other graphs an earlier call has left behind depends on what was asked before.
    return sorted([*(pair for pair in pairs if pair != "(?, ?)"), *["(?, ?)"] * ("(?, ?)" in pairs)])


def _edge_name(edge: Any, names: dict[int, str]) -> str:
    """Return an edge as the pair of its nodes' names; what is no pair is written as what it is."""
    if not isinstance(edge, Iterable):
        return names.get(id(edge), "another object")
    found = [names.get(id(node), "?") for node in edge]
    return f"({found[0]},)" if len(found) == 1 else f"({', '.join(found)})"


def _node_names(answer: Any, nodes: dict[str, Any]) -> list[str]:
    called = _equal_as_one(nodes)
    return sorted(called.get(name, name) for name in names_in(answer, nodes))


def _equal_as_one(nodes: dict[str, Any]) -> dict[str, str]:
    """Return what each node is called; nodes of one number and of the same parents share a name, such as "a or b".

    If a learner's code takes them for one node, the order of the walk decides which of them is missing.
    """
    alike: dict[Any, list[str]] = {}
    for name, node in nodes.items():
        alike.setdefault((float(node.data), tuple(names_of(node._prev, nodes))), []).append(name)
    return {name: functools.reduce(_either, names) for names in alike.values() for name in names}


def _either(name: str, other: str) -> str:
    return f"{name} or {other}"


def _trace_questions(build: Callable[..., dict[str, Any]], words: str, why: str) -> None:
    def traced(namespace: Namespace) -> tuple[Any, dict[str, Any]]:
        nodes = graph(namespace, build)
        with after_another(namespace, "trace"):
            return namespace["trace"](list(nodes.values())[-1]), nodes

    def nodes_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return _node_names(answer[0], nodes)

    def edges_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return _edge_names(answer[1], nodes)

    def nodes_again(namespace: Namespace) -> Any:
        nodes = graph(namespace, build)
        root = list(nodes.values())[-1]
        with after_another(namespace, "trace"):
            namespace["trace"](root)
            return _node_names(namespace["trace"](root)[0], nodes)

    nodes_of.__name__, edges_of.__name__ = f"nodes_{build.__name__}", f"edges_{build.__name__}"
    ask = f"the nodes that `trace` returns for {words}"
    probe("day1-trace-nodes", ask, why, phrase=listed, graph=build)(nodes_of)
    probe(
        "day1-trace-edges",
        f"the edges that `trace` returns for {words}",
        f"{why}, and each use is an edge (parent, child)",
        phrase=listed,
        graph=build,
    )(edges_of)

    if build is product_plus:
        probe(
            "day1-trace-nodes",
            f"the nodes that `trace` returns when it is called once more for {words}",
            "the graph is the same as before: a call leaves nothing behind",
            phrase=listed,
            graph=build,
        )(nodes_again)


for _build, _words, _why in GRAPHS:
    _trace_questions(_build, _words, _why)
