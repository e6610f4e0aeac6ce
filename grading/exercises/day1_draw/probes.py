# SPDX-License-Identifier: MIT
"""What is asked of the three puzzles: a graph read as an expression, who made a graph, an expression as a graph."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.graphs import listed
from grading.exercises.shared.probe import Namespace, probe, written
from grading.exercises.shared.stand_in import Node

# Far more than the figure has: who makes so many has no graph that could be told.
MOST_NODES, LONGEST_NODE = 30, 60


@probe(
    "day1-draw-1",
    "the nodes of the graph that `puzzle_1(a, b)` makes",
    "each box of the figure is made once, and an oval names the sign that makes it",
    phrase=listed,
    reveal=False,
    many=True,
)
def nodes_made(namespace: Namespace) -> Any:
    """Return what is made, from first to last, each node as the expression that it stands for."""
    last = namespace["puzzle_1"](Node(3.0, label="a"), Node(2.0, label="b"))
    if not isinstance(last, Node):
        return f"none, since it returns {'nothing' if last is None else f'a {type(last).__name__}, which is no node'}"
    texts: dict[int, str] = {}
    waiting = [last]
    while waiting and len(texts) <= MOST_NODES:
        node = waiting[-1]
        unread = [parent for parent in node._prev if id(parent) not in texts]
        waiting.extend(unread)
        if not unread:
            texts[id(waiting.pop())] = _text(node, [texts[id(parent)] for parent in node._prev])
    if len(texts) > MOST_NODES:
        return f"more than {MOST_NODES} nodes"
    return sorted(texts.values(), key=lambda text: (len(text), text))


def _text(node: Node, parents: list[str]) -> str:
    """Return the expression that a node stands for; it does not tell which input came first."""
    if not parents:
        return node.label or f"{node.data:g}"
    inputs = sorted((text if text.isalnum() else f"({text})" for text in parents), key=lambda text: (len(text), text))
    text = f" {node._op} ".join(inputs)
    return text if len(text) <= LONGEST_NODE else f"{text[:LONGEST_NODE]}..."


@probe(
    "day1-draw-2",
    "the letters in `made_it`",
    "what is written twice is computed twice, and a name makes no node",
    phrase=listed,
    reveal=False,
    many=True,
)
def letters(namespace: Namespace) -> Any:
    """Return the letters, each once."""
    made_it = written(namespace["made_it"])
    found = made_it.replace(",", " ") if isinstance(made_it, str) else made_it
    return sorted({str(letter).strip().upper() for letter in found} - {""})


@probe(
    "day1-draw-3",
    "the edges in `graph_3`",
    "each use of a node is one pair (parent, child)",
    phrase=listed,
    reveal=False,
    many=True,
)
def pairs(namespace: Namespace) -> Any:
    """Return the pairs in an order that is always the same."""
    return sorted(pair_of(entry) for entry in written(namespace["graph_3"]))


def pair_of(entry: Any) -> str:
    """Return a pair of names as text; an entry that is no pair is said to be none."""
    if isinstance(entry, (str, bytes)) or not hasattr(entry, "__len__") or len(entry) != 2:
        return f"{entry!r}, which is no pair"
    parent, child = entry
    return f"({str(parent).strip()}, {str(child).strip()})"
