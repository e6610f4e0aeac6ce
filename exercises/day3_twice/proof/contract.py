# SPDX-License-Identifier: MIT
"""The contract of exercise 3.3, checked against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

WHICH, CLEAR, REPEAT = (f"day3-twice-{name}" for name in ("which", "clear", "repeat"))

# h = 3 * a, then (2 * h).backward(), (k * h).backward() and (5 * h).backward(). In an engine that keeps, a gets
# 3 * (2 + (2 + k) + (2 + k + 5)), and otherwise 3 * (2 + k + 5): they differ by 3 * (4 + k).
TO_H, FIRST, LAST = 3.0, 2.0, 5.0
HIDES = -2 * FIRST
FOUND = {"k": HIDES, "a.grad": TO_H * (FIRST + HIDES + LAST), "h.grad, kept": FIRST + HIDES + LAST}

# The names of each node's parents; the root stands last.
Graph = Mapping[str, tuple[str, ...]]
GRAPHS: dict[str, Graph] = {
    "a leaf": {"a": ()},
    "a + a": {"a": (), "y": ("a", "a")},
    "a*b + c": {"a": (), "b": (), "c": (), "d": ("a", "b"), "e": ("d", "c")},
    "c + a*b": {"a": (), "b": (), "c": (), "d": ("a", "b"), "e": ("c", "d")},
    "a diamond": {"a": (), "b": (), "s": ("a", "b"), "p": ("s", "a"), "q": ("s", "b"), "r": ("p", "q")},
    "a chain": {"a": (), **{f"n{place}": (f"n{place - 1}" if place else "a",) for place in range(30)}},
    "a*a + a": {"a": (), "d": ("a", "a"), "e": ("d", "a")},
    "a + a*a": {"a": (), "d": ("a", "a"), "e": ("a", "d")},
}


def _found(names: Mapping[str, Any]) -> list[Any]:
    return [names["second"][key] for key in FOUND]


def _built(graph: Graph, names: Mapping[str, Any]) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for place, (name, parents) in enumerate(graph.items()):
        nodes[name] = names["Value"](2.0 + place, tuple(nodes[parent] for parent in parents), "+" if parents else "")
        nodes[name].grad = 7.0 - place
    return nodes


def _cleared(graph: Graph, names: Mapping[str, Any]) -> list[Any]:
    nodes = _built(graph, names)
    names["zero_grad"](list(nodes.values())[-1])
    return [node.grad for node in nodes.values()]


def _kept(names: Mapping[str, Any]) -> list[Any]:
    """Return what a node is but for its gradient, and that no rule was called."""
    nodes = _built(GRAPHS["a diamond"], names)
    called = []
    for name, node in nodes.items():
        node.label = name
        node._backward = lambda name=name: called.append(name)
    names["zero_grad"](nodes["r"])
    return [called, [[node.data, node._op, [parent.label for parent in node._prev]] for node in nodes.values()]]


def _behind_only(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients after a node inside of a graph was the root."""
    nodes = _built(GRAPHS["a diamond"], names)
    names["zero_grad"](nodes["p"])
    return [node.grad for node in nodes.values()]


def _doublings(names: Mapping[str, Any]) -> list[float]:
    x = y = names["Value"](1.0)
    for place in range(22):
        y.grad = 7.0
        y = names["Value"](2.0 + place, (y, y), "+")
    y.grad = 7.0
    names["zero_grad"](y)
    return [x.grad, y.grad]


def _of_one_number(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients of nodes that all hold the same number."""
    a, b = names["Value"](2.0), names["Value"](2.0)
    s = names["Value"](2.0, (a, b), "+")
    t = names["Value"](2.0, (s, b), "+")
    for node in (a, b, s, t):
        node.grad = 7.0
    names["zero_grad"](t)
    return [node.grad for node in (a, b, s, t)]


def _then_again(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients of two passes with a clearing between them."""
    x = names["Value"](3.0)
    y = x * x + x
    y.backward()
    first = x.grad
    names["zero_grad"](y)
    y.backward()
    return [first, x.grad]


def _repeated(build: Callable[[Any], Any], times: int, names: Mapping[str, Any]) -> float:
    x = names["Value"](3.0)
    out = build(x)
    for _ in range(times):
        out.backward()
    return x.grad


def _two_heads(names: Mapping[str, Any]) -> list[float]:
    a = names["Value"](4.0)
    h = 3 * a
    found = []
    for slope in (2, 5):
        (slope * h).backward()
        found += [a.grad, h.grad]
    return found


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    # A mistake on paper need not be made in each line: one wrong number has its name, too.
    made = [Clause(WHICH, "the three numbers", _found, list(FOUND.values()), exact=False)]
    made += [
        Clause(CLEAR, f"zero_grad of {words}", partial(_cleared, graph), [0.0 for _ in graph], exact=len(graph) < 3)
        for words, graph in GRAPHS.items()
    ]
    diamond = GRAPHS["a diamond"]
    rest = [
        [],
        [[2.0 + place, "+" if parents else "", list(parents)] for place, parents in enumerate(diamond.values())],
    ]
    made += [
        Clause(CLEAR, "zero_grad changes gradients only", _kept, rest, exact=False),
        Clause(CLEAR, "zero_grad of an inner node", _behind_only, [0.0, 0.0, 0.0, 0.0, 3.0, 2.0], exact=False),
        Clause(CLEAR, "zero_grad of equal numbers", _of_one_number, [0.0, 0.0, 0.0, 0.0], exact=False),
        Clause(CLEAR, "zero_grad of 22 doublings", _doublings, [0.0, 0.0], exact=False, lines=100_000),
        Clause(CLEAR, "zero_grad between two passes", _then_again, [7.0, 7.0], exact=False),
        Clause(REPEAT, "(x*2) + 1, three times", partial(_repeated, lambda x: x * 2 + 1, 3), 6.0),
        Clause(REPEAT, "((x*2) * 2) * x, twice", partial(_repeated, lambda x: x * 2 * 2 * x, 2), 48.0),
        Clause(REPEAT, "two heads", _two_heads, [6.0, 2.0, 21.0, 5.0]),
    ]
    return tuple(made)
