# SPDX-License-Identifier: MIT
"""The contract of exercise 1.2: nodes and edges, counted by hand or read off while the graph is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

NODES, EDGES = "day1-trace-nodes", "day1-trace-edges"

# A graph by the names of its nodes: of each its number, and the names of its parents. The root stands last.
Graph = Mapping[str, tuple[float, tuple[str, ...]]]

BY_HAND: dict[str, Graph] = {
    "a leaf": {"a": (4.0, ())},
    "a + a": {"a": (3.0, ()), "y": (6.0, ("a", "a"))},
    "a*b + c": {
        "a": (2.0, ()),
        "b": (-3.0, ()),
        "c": (10.0, ()),
        "d": (-6.0, ("a", "b")),
        "e": (4.0, ("d", "c")),
    },
    "a*b + a": {"a": (2.0, ()), "b": (5.0, ()), "d": (10.0, ("a", "b")), "y": (12.0, ("d", "a"))},
    "b = a + a, b * b": {"a": (3.0, ()), "b": (6.0, ("a", "a")), "y": (36.0, ("b", "b"))},
    "one parent and three": {
        "a": (2.0, ()),
        "n": (-2.0, ("a",)),
        "s": (-2.0, ("a", "n", "n")),
        "t": (-4.0, ("s", "n")),
    },
}
# Nodes that hold the same number: which of them a wrong program leaves out depends on its way through the graph.
EQUAL_NUMBERS: dict[str, Graph] = {
    "equal results": {
        "a": (2.0, ()),
        "b": (3.0, ()),
        "p": (6.0, ("a", "b")),
        "q": (6.0, ("b", "a")),
        "r": (12.0, ("p", "q")),
    },
    "leaves of 3 and 3": {"a": (3.0, ()), "b": (3.0, ()), "c": (9.0, ("a", "b"))},
    "four leaves of 1": {
        **{name: (1.0, ()) for name in "abcd"},
        "s": (2.0, ("a", "b")),
        "t": (2.0, ("c", "d")),
        "u": (4.0, ("s", "t")),
    },
}


def _drawn(seed: int) -> Graph:
    """Draw a graph of 4 leaves and 8 sums and products of different numbers, in which all leads to the last."""
    draw = Random(seed)
    graph: dict[str, tuple[float, tuple[str, ...]]] = {f"x{place}": (1.5 + place, ()) for place in range(4)}
    for place in range(8):
        unused = [name for name in graph if not any(name in parents for _, parents in graph.values())]
        first = draw.choice(unused if draw.random() < 0.7 else list(graph))
        graph[f"n{place}"] = (10.0 + place, (first, draw.choice(list(graph))))
    unused = [name for name in graph if not any(name in parents for _, parents in graph.values())]
    graph["root"] = (0.5, tuple(unused))
    return graph


def _built(graph: Graph, names: Mapping[str, Any]) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for name, (number, parents) in graph.items():
        nodes[name] = names["Value"](number, tuple(nodes[parent] for parent in parents), "+" if parents else "")
    return nodes


def _named(nodes: Mapping[str, Any]) -> Callable[[Any], str]:
    by_id = {id(node): name for name, node in nodes.items()}
    return lambda node: by_id.get(id(node), "?")


def _nodes(graph: Graph, names: Mapping[str, Any]) -> list[str]:
    nodes = _built(graph, names)
    found, _ = names["trace"](list(nodes.values())[-1])
    return sorted(map(_named(nodes), found))


def _edges(graph: Graph, names: Mapping[str, Any]) -> list[str]:
    nodes = _built(graph, names)
    _, pairs = names["trace"](list(nodes.values())[-1])
    named = _named(nodes)
    return sorted(f"{named(parent)}, {named(child)}" for parent, child in pairs)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    drawn = {f"drawn graph {seed}": _drawn(seed) for seed in range(6)}
    made = []
    for exact, graphs in ((True, {**BY_HAND}), (False, {**EQUAL_NUMBERS, **drawn})):
        for words, graph in graphs.items():
            edges = sorted(f"{parent}, {child}" for child, (_, parents) in graph.items() for parent in parents)
            made += [
                Clause(NODES, f"the nodes of {words}", partial(_nodes, graph), sorted(graph), exact=exact),
                Clause(EDGES, f"the edges of {words}", partial(_edges, graph), edges, exact=exact),
            ]
    return tuple(made)
