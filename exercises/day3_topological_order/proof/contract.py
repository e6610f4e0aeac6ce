# SPDX-License-Identifier: MIT
"""The contract of exercise 3.1: graphs whose nodes and edges are known, since they were made from a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

NODES, FIRST, DEEP = (f"day3-topological-order-{name}" for name in ("nodes", "parents-first", "deep"))

# The names of each node's parents; the root stands last.
Graph = Mapping[str, tuple[str, ...]]

BY_HAND: dict[str, Graph] = {
    "a leaf": {"a": ()},
    "a + a": {"a": (), "y": ("a", "a")},
    "doublings": {"a": (), "b": ("a", "a"), "c": ("b", "b"), "d": ("c", "c")},
    "a*b + c": {"a": (), "b": (), "c": (), "d": ("a", "b"), "e": ("d", "c")},
    "c + a*b": {"a": (), "b": (), "c": (), "d": ("a", "b"), "e": ("c", "d")},
    "a + a*a": {"a": (), "d": ("a", "a"), "e": ("a", "d")},
    "a*a + a": {"a": (), "d": ("a", "a"), "e": ("d", "a")},
    "b used at two depths": {
        "a": (),
        "b": ("a", "a"),
        "p": ("b", "a"),
        "q": ("p", "a"),
        "r": ("b", "a"),
        "o": ("q", "r"),
    },
    "b used at two depths, turned round": {
        "a": (),
        "b": ("a", "a"),
        "r": ("b", "a"),
        "p": ("b", "a"),
        "q": ("p", "a"),
        "o": ("r", "q"),
    },
    "a diamond": {"a": (), "b": (), "s": ("a", "b"), "p": ("s", "a"), "q": ("s", "b"), "r": ("p", "q")},
    "results of one number": {"a": (), "b": (), "x1": ("a", "b"), "x2": ("b", "a"), "r": ("x1", "x2")},
    "leaves of one number": {"x1": (), "x2": (), "x3": (), "s": ("x1", "x2"), "t": ("s", "x3")},
}


def _drawn(seed: int) -> Graph:
    """Draw a graph of 3 leaves and 7 results in which all leads to the last."""
    draw = Random(seed)
    graph: dict[str, tuple[str, ...]] = {f"x{place}": () for place in range(3)}
    for place in range(7):
        unused = [name for name in graph if not any(name in parents for parents in graph.values())]
        first = draw.choice(unused if draw.random() < 0.6 else list(graph))
        pair = [first, draw.choice(list(graph))]
        draw.shuffle(pair)
        graph[f"n{place}"] = tuple(pair)
    graph["root"] = tuple(name for name in graph if not any(name in parents for parents in graph.values()))
    return graph


def _built(graph: Graph, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the nodes by name; a node holds 3.0 where its name begins with x, and else a number of its own."""
    nodes: dict[str, Any] = {}
    for place, (name, parents) in enumerate(graph.items()):
        number = 3.0 if name.startswith("x") else 10.0 + place
        nodes[name] = names["Value"](number, tuple(nodes[parent] for parent in parents), "+" if parents else "")
    return nodes


def _ordered(graph: Graph, names: Mapping[str, Any]) -> list[str]:
    nodes = _built(graph, names)
    by_id = {id(node): name for name, node in nodes.items()}
    return [by_id.get(id(node), "?") for node in names["topological_order"](list(nodes.values())[-1])]


def _nodes(graph: Graph, names: Mapping[str, Any]) -> list[str]:
    """Return the names of the nodes that are listed; those of one number have one name."""
    return sorted("x" if name.startswith("x") else name for name in _ordered(graph, names))


def _listed(graph: Graph) -> list[str]:
    return sorted("x" if name.startswith("x") else name for name in graph)


def _all_nodes(graphs: Sequence[Graph], names: Mapping[str, Any]) -> list[list[str]]:
    return [_nodes(graph, names) for graph in graphs]


def _all_too_early(graphs: Sequence[Graph], names: Mapping[str, Any]) -> list[list[str]]:
    return [_too_early(graph, names) for graph in graphs]


def _too_early(graph: Graph, names: Mapping[str, Any]) -> list[str]:
    """Return the names that stand before a parent of their own, or are missing, or miss a parent."""
    order = _ordered(graph, names)
    return [name for name, parents in graph.items() if not _stands_after(order, name, parents)]


def _stands_after(order: Sequence[str], name: str, parents: tuple[str, ...]) -> bool:
    if any(one not in order for one in (name, *parents)):
        return False
    return all(order.index(parent) < order.index(name) for parent in parents)


def _unchanged(names: Mapping[str, Any]) -> list[Any]:
    nodes = _built(BY_HAND["a diamond"], names)
    called = []
    for name, node in nodes.items():
        node.grad = 7.0
        node._backward = lambda name=name: called.append(name)
    names["topological_order"](nodes["r"])
    by_id = {id(node): name for name, node in nodes.items()}
    return [called, [[node.data, node.grad, [by_id[id(parent)] for parent in node._prev]] for node in nodes.values()]]


def _looped_again(names: Mapping[str, Any]) -> bool:
    """Tell whether a second loop over what one call returns goes through the same nodes."""
    order = names["topological_order"](_built(BY_HAND["a diamond"], names)["r"])
    first, second = ([id(node) for node in order] for _ in range(2))
    return first == second


def _different(order: Any) -> int:
    return len({id(node) for node in order})


def _doublings(names: Mapping[str, Any]) -> int:
    y = names["Value"](1.0)
    for place in range(22):
        y = names["Value"](2.0 + place, (y, y), "+")
    return _different(names["topological_order"](y))


def _deep(names: Mapping[str, Any]) -> int:
    y, one = names["Value"](0.0), names["Value"](1.0)
    for place in range(5_000):
        y = names["Value"](2.0 + place, (y, one), "+")
    return _different(names["topological_order"](y))


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = []
    for words in ("a leaf", "a + a", "doublings"):
        graph = BY_HAND[words]
        made += [
            Clause(NODES, f"the nodes of {words}", partial(_nodes, graph), _listed(graph)),
            Clause(FIRST, f"parents first in {words}", partial(_too_early, graph), []),
        ]
    # Which nodes a wrong order leaves out or lists too early depends on the way through the graph, so in which of these
    # graphs it shows does, too.
    for words, graphs in (
        ("graphs made by hand", [graph for words, graph in BY_HAND.items() if "number" not in words]),
        ("equal numbers", [graph for words, graph in BY_HAND.items() if "number" in words]),
        ("drawn graphs", [_drawn(seed) for seed in range(8)]),
    ):
        nodes, first = partial(_all_nodes, graphs), partial(_all_too_early, graphs)
        made += [
            Clause(NODES, f"the nodes of {words}", nodes, [_listed(graph) for graph in graphs], exact=False),
            Clause(FIRST, f"parents first in {words}", first, [[] for _ in graphs], exact=False),
        ]
    diamond = BY_HAND["a diamond"]
    kept = [[], [[10.0 + place, 7.0, list(parents)] for place, parents in enumerate(diamond.values())]]
    made += [
        Clause(NODES, "nothing is called or changed", _unchanged, kept, exact=False),
        Clause(NODES, "a second loop", _looped_again, True, exact=False),
        Clause(NODES, "22 doublings", _doublings, 23, exact=False, lines=100_000),
        Clause(DEEP, "a chain of 5,000", _deep, 5_002, exact=False, lines=1_000_000),
    ]
    return tuple(made)
