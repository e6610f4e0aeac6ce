# SPDX-License-Identifier: MIT
"""What is asked of ``trace``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grading.exercises.shared.graphs import equal_as_one, listed, names_of
from grading.exercises.shared.probe import Namespace, probe
from grading.exercises.shared.small_graphs import diamond, equal_leaves, only_leaf, product_plus, used_twice
from grading.exercises.shared.stand_in import graph

GRAPHS = (
    (product_plus, "e = a*b + c, with d = a*b", "the graph is d from a and b, and e from d and c"),
    (used_twice, "b = a + a", "a is one node that is used twice"),
    (diamond, "s = a + b, p = s*a, q = s*b, r = p + q", "s, a and b are used more than once, and each is one node"),
    (equal_leaves, "c = a*b, where a and b both hold 3.0", "two leaves that hold the same number are two nodes"),
    (only_leaf, "a, a single leaf", "a leaf has no parents"),
)


def _edge_names(edges: Any, nodes: dict[str, Any]) -> list[str]:
    names = {id(node): name for name, node in nodes.items()}
    return sorted(f"({names.get(id(parent), '?')}, {names.get(id(child), '?')})" for parent, child in edges)


def _trace_questions(build: Callable[..., dict[str, Any]], words: str, why: str) -> None:
    def traced(namespace: Namespace) -> tuple[Any, dict[str, Any]]:
        nodes = graph(namespace, build)
        return namespace["trace"](list(nodes.values())[-1]), nodes

    def nodes_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return equal_as_one(names_of(answer[0], nodes), nodes)

    def edges_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return _edge_names(answer[1], nodes)

    nodes_of.__name__, edges_of.__name__ = f"nodes_{build.__name__}", f"edges_{build.__name__}"
    ask = f"the nodes that `trace` returns for {words}"
    probe("day1-trace-nodes", ask, why, phrase=listed, many=True, graph=build)(nodes_of)
    probe(
        "day1-trace-edges",
        f"the edges that `trace` returns for {words}",
        f"{why}, and each use is an edge (parent, child)",
        phrase=listed,
        many=True,
        graph=build,
    )(edges_of)


for _build, _words, _why in GRAPHS:
    _trace_questions(_build, _words, _why)
