# SPDX-License-Identifier: MIT
"""Questions about the three puzzles: read a graph as an expression, hide nodes, make a smaller one.

Each answer is compared part by part, from the beginning, and each part has few possible values. So a learner with
several errors reads a sentence that is true of the first one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from exercises.shared import paper
from exercises.shared.graphs import listed
from exercises.shared.plain import number_of
from exercises.shared.stand_in import Part, replaced_unless, right
from judge.asking.probe import Namespace, probe, written
from judge.run.answers import comma_among

# Numbers that differ by less are equal: 1.4 - 0.4 is a float below 1.
IN_THE_LAST_DIGIT = 1e-15

# Far more than the figure has: a larger graph is not described.
MOST_NODES, LONGEST_NODE = 30, 60

# What the nodes of puzzle 3 hold for a = 2.0, where somebody doubles and adds a, as on the card.
DOUBLED_AND_ADDED = [2.0 * times for times in (1, 2, 3, 6, 7, 14, 15)]

GRAPH, NUMBERS, FEWEST = "day1-draw-1", "day1-draw-2", "day1-draw-fewest"
EACH_ONCE = "each box of the figure is made once, and one way of filling the ovals gives 54"


# Puzzle 1


class _Drawn:
    """A graph that a learner's function makes: what comes of other numbers, and the text of each node.

    Attributes:
        none: Why there is no graph to describe, or "".
        texts: The expression that each node stands for, by identity, in the order in which they are made.
        nodes: The nodes by identity.
        last: The node that was returned.
    """

    def __init__(self, last: Any):
        self.last = last
        self.none, self.texts, self.nodes = "", {}, {}
        if not isinstance(self.last, right.Node):
            kind = f"a {type(self.last).__name__}, which is no node"
            if hasattr(self.last, "_prev"):
                kind = "a node that is not made from its arguments by operators"
            self.none = f"none, since it returns {kind}" if last is not None else "none, since it returns nothing"
            return
        waiting = [self.last]
        while waiting and len(self.texts) <= MOST_NODES:
            node = waiting[-1]
            unread = [parent for parent in node._prev if id(parent) not in self.texts]
            waiting.extend(unread)
            if not unread:
                waiting.pop()
                self.nodes[id(node)] = node
                self.texts[id(node)] = _text(node, [self.texts[id(parent)] for parent in node._prev])
        if len(self.texts) > MOST_NODES:
            self.none = f"more than {MOST_NODES} nodes"

    def of(self, which: Any) -> list[str]:
        """Return the expressions of some nodes, from small to large."""
        return _by_size(text for place, text in self.texts.items() if which(self.nodes[place]))

    def leaves(self) -> str | list[str]:
        """Return the names of the leaves, plain numbers as such, or why there is no graph."""
        names = {node.label or "a plain number" for node in self.nodes.values() if not node._prev}
        return self.none or _by_size(names)

    def of_leaves(self, node: Any) -> bool:
        """Return whether a node is made of leaves alone."""
        return bool(node._prev) and not any(parent._prev for parent in node._prev)


def _made(function: Callable[..., Any], **leaves: float) -> _Drawn:
    """Return the graph that a function makes of leaves; the nodes that it makes by ``Value(...)`` are of their kind."""
    with replaced_unless(function, lambda: False, Value=Part(lambda: right.Node)):
        return _Drawn(function(*(right.Node(data, label=name) for name, data in leaves.items())))


def _first(namespace: Namespace) -> _Drawn:
    return _made(namespace["puzzle_1"], a=3.0, b=2.0)


def _by_size(texts: Any) -> list[str]:
    return sorted(texts, key=lambda text: (len(text), text))


def _text(node: Any, parents: list[str]) -> str:
    """Return the expression that a node stands for; the order of the inputs does not matter."""
    if not parents:
        return node.label or f"{node.data:g}"
    inputs = _by_size(text if text.isalnum() else f"({text})" for text in parents)
    text = f" {node._op} ".join(inputs)
    return text if len(text) <= LONGEST_NODE else f"{text[:LONGEST_NODE]}..."


@probe(
    GRAPH,
    "the leaves of the graph that `puzzle_1(a, b)` makes",
    "the boxes of the figure that no arrow leads into are `a` and `b`",
    phrase=listed,
    reveal=False,
)
def leaves_used(namespace: Namespace) -> Any:
    """Return the names of the leaves that the result is made of; plain numbers are named so."""
    return _first(namespace).leaves()


@probe(
    GRAPH,
    "the boxes that `puzzle_1(a, b)` makes of leaves alone",
    EACH_ONCE,
    phrase=listed,
    reveal=False,
)
def first_boxes(namespace: Namespace) -> Any:
    """Return what is made of the leaves alone: the product, the sum or others, and whether there are several of it."""
    drawn = _first(namespace)
    made = drawn.of(drawn.of_leaves)
    if drawn.none or not made:
        return drawn.none or made
    named = [text for text in ("a * b", "a + b") if text in made]
    if not named:
        return ["others than `a * b` and `a + b`"]
    if set(made) - set(named):
        return [*named, "another one"]
    return [f"{text}, made more than once" if made.count(text) > 1 else text for text in named]


@probe(
    GRAPH,
    "the number of operations that `puzzle_1(a, b)` makes",
    "the figure has an oval for each of them",
    reveal=False,
    phrase=str,
)
def how_many(namespace: Namespace) -> Any:
    """Return how many operations are made; more than three count as the same."""
    drawn = _first(namespace)
    made = sum(bool(node._prev) for node in drawn.nodes.values())
    return drawn.none or (str(made) if made < 4 else "more than 3")


@probe(
    GRAPH,
    "the box that `puzzle_1(a, b)` makes between the first and the last",
    EACH_ONCE,
    phrase=listed,
    reveal=False,
)
def box_between(namespace: Namespace) -> Any:
    """Return the expression of the box in the middle; every product counts as one kind."""
    drawn = _first(namespace)
    between = drawn.of(lambda node: node._prev and node is not drawn.last and not drawn.of_leaves(node))
    return drawn.none or ["a product" if " * (" in text else text for text in between]


@probe(
    GRAPH,
    "the sign with which `puzzle_1(a, b)` makes its last box",
    "of the ways to fill the three ovals, one gives 54",
    reveal=False,
    phrase=repr,
)
def last_sign(namespace: Namespace) -> Any:
    """Return the operation of the last node."""
    drawn = _first(namespace)
    return drawn.none or drawn.last._op


@probe(
    GRAPH,
    "the nodes of the graph that `puzzle_1(a, b)` makes",
    EACH_ONCE,
    phrase=listed,
    reveal=False,
)
def nodes_made(namespace: Namespace) -> Any:
    """Return the expressions of all nodes that are made, from small to large."""
    drawn = _first(namespace)
    return drawn.none or drawn.of(lambda node: True)


# Puzzle 2


@probe(
    NUMBERS,
    "`puzzle_2`",
    "it holds three numbers in brackets, without quotes",
    phrase=str,
)
def kind_of_numbers(namespace: Namespace) -> str:
    """Say what stands there: three finite numbers are what belongs there."""
    entry = written(namespace["puzzle_2"])
    if not isinstance(entry, (tuple, list)):
        return f"{paper.kind_of_entry({'puzzle_2': entry}, 'puzzle_2')}, and not three numbers"
    if len(entry) != 3:
        return paper.with_point(f"{len(entry)} entries, and not three", comma_among(entry, 3))
    for kind in (paper.kind_of_entry({"puzzle_2": one}, "puzzle_2") for one in entry):
        if kind != paper.A_NUMBER:
            return f"three entries with {kind}"
    finite = all(math.isfinite(float(number_of(one))) for one in entry)
    return "three numbers" if finite else "three entries with a number that is not finite"


@probe(
    NUMBERS,
    "how many nodes your friend's `trace` finds in the graph of Figure 1.7, with the leaves of `puzzle_2`",
    "nodes with equal numbers are one node for it",
    reveal=False,
    phrase=str,
)
def found_by_number(namespace: Namespace) -> str:
    """Say how many nodes are left; four and three count as the same."""
    a, b, c = leaves = [float(number_of(written(one))) for one in written(namespace["puzzle_2"])]
    if len(_different(leaves)) < 3:
        return "two leaves hold equal numbers"
    boxes = [*leaves, a + b, (a + b) * c, (a + b) * c + (a + b)]
    if not all(boxes):
        return "a box holds 0"
    found = len(_different(boxes))
    return "at most 4" if found <= 4 else str(found)


def _different(numbers: Sequence[float]) -> list[float]:
    """Return the numbers without those that are equal, up to rounding, to one before."""
    kept: list[float] = []
    for number in numbers:
        if not any(math.isclose(number, one, rel_tol=IN_THE_LAST_DIGIT) for one in kept):
            kept.append(number)
    return kept


# Puzzle 3


def _fifteen(namespace: Namespace) -> _Drawn:
    return _made(namespace["puzzle_3"], a=2.0)


@probe(
    FEWEST,
    "the leaves of the graph that `puzzle_3(a)` makes",
    "it is made of the leaf `a` alone",
    phrase=listed,
    reveal=False,
)
def leaves_of_the_third(namespace: Namespace) -> Any:
    """Return the names of the leaves; plain numbers are named so."""
    return _fifteen(namespace).leaves()


@probe(
    FEWEST,
    "the signs in the graph that `puzzle_3(a)` makes",
    "every node but the leaf is made by +",
    phrase=listed,
    reveal=False,
)
def signs(namespace: Namespace) -> Any:
    """Return the operations, each once."""
    drawn = _fifteen(namespace)
    return drawn.none or sorted({node._op for node in drawn.nodes.values() if node._prev})


@probe(FEWEST, "the number that `puzzle_3(a)` holds, for `a = 2.0`", "15 times 2 is 30", phrase=str)
def fifteen_times(namespace: Namespace) -> Any:
    """Return the number of the last node."""
    drawn = _fifteen(namespace)
    return drawn.none or drawn.last.data


@probe(
    FEWEST,
    "the number of nodes that `puzzle_3(a)` makes, the leaf among them",
    "a sum that is made once can be used again",
    phrase=str,
    reveal=False,
)
def as_few_as_six(namespace: Namespace) -> str:
    """Return how many nodes there are; six or fewer count as the same, and the card's own seven are named."""
    drawn = _fifteen(namespace)
    if drawn.none or len(drawn.nodes) <= 6:
        return drawn.none or "at most 6"
    held = sorted(node.data for node in drawn.nodes.values())
    return "7, those of the card" if held == DOUBLED_AND_ADDED else str(len(held))
