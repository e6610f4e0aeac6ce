# SPDX-License-Identifier: MIT
"""Questions about the three puzzles: read a graph as an expression, say which program made a graph, draw an expression.

Each answer is compared part by part, from the beginning, and each part has few possible values. So a learner with
several errors reads a sentence that is true of the first one.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from grading.exercises.shared import paper
from grading.exercises.shared.graphs import listed
from grading.exercises.shared.probe import Namespace, probe, written
from grading.exercises.shared.stand_in import right

# Far more than the figure has: a larger graph is not described.
MOST_NODES, LONGEST_NODE = 30, 60

GRAPH, LETTERS, PAIRS = "day1-draw-1", "day1-draw-2", "day1-draw-3"
PROGRAMS = "ABCDEFG"
EACH_ONCE = "each box of the figure is made once, and an oval names the sign that makes it"


# Puzzle 1


class _Drawn:
    """A graph that a learner's function makes: what comes of other numbers, and the text of each node.

    Attributes:
        none: Why there is no graph to describe, or "".
        texts: The expression that each node stands for, by identity, in the order in which they are made.
        nodes: The nodes by identity.
        last: The node that was returned.
    """

    def __init__(self, namespace: Namespace, a: float, b: float):
        self.last = namespace["puzzle_1"](right.Node(a, label="a"), right.Node(b, label="b"))
        self.none, self.texts, self.nodes = "", {}, {}
        if not isinstance(self.last, right.Node):
            kind = "nothing" if self.last is None else f"a {type(self.last).__name__}, which is no node"
            self.none = f"none, since it returns {kind}"
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

    def of_leaves(self, node: Any) -> bool:
        """Return whether a node is made of leaves alone."""
        return bool(node._prev) and not any(parent._prev for parent in node._prev)


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
    "the boxes of the figure that no arrow leads into are a and b",
    phrase=listed,
    reveal=False,
    many=True,
)
def leaves_used(namespace: Namespace) -> Any:
    """Return the names of the leaves that the result is made of; plain numbers are named so."""
    drawn = _Drawn(namespace, 3.0, 2.0)
    leaves = {node.label or "a plain number" for node in drawn.nodes.values() if not node._prev}
    return drawn.none or sorted(leaves, key=lambda name: (len(name), name))


@probe(
    GRAPH,
    "the boxes that `puzzle_1(a, b)` makes of leaves alone",
    EACH_ONCE,
    phrase=listed,
    reveal=False,
    many=True,
)
def first_boxes(namespace: Namespace) -> Any:
    """Return what is made of the leaves alone: whether it is the product, and the product once."""
    drawn = _Drawn(namespace, 3.0, 2.0)
    made = drawn.of(drawn.of_leaves)
    if drawn.none or made == ["a + b"]:
        return drawn.none or made
    if set(made) - {"a * b"}:
        return ["a * b", "another one"] if "a * b" in made else ["others than a * b and a + b"]
    return made[:1] if len(made) < 2 else ["a * b", "a * b again"]


@probe(
    GRAPH,
    "the number of operations that `puzzle_1(a, b)` makes",
    "the figure has an oval for each of them",
    reveal=False,
    phrase=str,
)
def how_many(namespace: Namespace) -> Any:
    """Return how many operations are made; more than three are not told apart."""
    drawn = _Drawn(namespace, 3.0, 2.0)
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
    drawn = _Drawn(namespace, 3.0, 2.0)
    between = drawn.of(lambda node: node._prev and node is not drawn.last and not drawn.of_leaves(node))
    return drawn.none or ["a product" if " * (" in text else text for text in between]


@probe(
    GRAPH,
    "the sign with which `puzzle_1(a, b)` makes its last box",
    "the last oval of the figure has it written in it",
    reveal=False,
    phrase=repr,
)
def last_sign(namespace: Namespace) -> Any:
    """Return the operation of the last node."""
    drawn = _Drawn(namespace, 3.0, 2.0)
    return drawn.none or drawn.last._op


@probe(
    GRAPH,
    "the nodes of the graph that `puzzle_1(a, b)` makes",
    EACH_ONCE,
    phrase=listed,
    reveal=False,
    many=True,
)
def nodes_made(namespace: Namespace) -> Any:
    """Return the expressions of all nodes that are made, from small to large."""
    drawn = _Drawn(namespace, 3.0, 2.0)
    return drawn.none or drawn.of(lambda node: True)


# Puzzle 2


def _letters(namespace: Namespace) -> list[str] | str:
    return paper.letters(written(namespace["made_it"]), PROGRAMS, "the programs")


@probe(
    LETTERS,
    "the letters in `made_it`",
    "each program has a letter, from A to G, and not all of them make this graph",
    phrase=listed,
    reveal=False,
    many=True,
)
def letters(namespace: Namespace) -> Any:
    """Return the letters if they cannot be right: unknown ones, or all of them."""
    found = _letters(namespace)
    possible = isinstance(found, list) and len(found) < len(PROGRAMS)
    return "some of A to G" if possible else found


def _program(letter: str) -> None:
    def listed_or_not(namespace: Namespace) -> str:
        found = _letters(namespace)
        return "listed" if isinstance(found, list) and letter in found else "not listed"

    listed_or_not.__name__ = f"program_{letter}"
    probe(
        LETTERS,
        f"program {letter} in `made_it`",
        "each sign makes a node, also where the number is the same, and a name makes none",
        reveal=False,
        phrase=str,
    )(listed_or_not)


for _letter in PROGRAMS:
    _program(_letter)


# Puzzle 3


def _entries(namespace: Namespace) -> list[Any]:
    return list(written(namespace["graph_3"]))


def _is_pair(entry: Any) -> bool:
    return not isinstance(entry, (str, bytes)) and hasattr(entry, "__len__") and len(entry) == 2


def _pairs(namespace: Namespace) -> list[tuple[str, str]]:
    pairs = [tuple(str(name).strip() for name in entry) for entry in _entries(namespace) if _is_pair(entry)]
    return [(parent, child) for parent, child in pairs]


def _names(namespace: Namespace) -> set[str]:
    return {name for pair in _pairs(namespace) for name in pair}


@probe(PAIRS, "`graph_3`", "an edge has two ends, a parent and a child", reveal=False, phrase=str)
def form(namespace: Namespace) -> Any:
    """Tell whether each entry is a pair."""
    return "pairs" if all(_is_pair(entry) for entry in _entries(namespace)) else "a list with an entry that is no pair"


@probe(PAIRS, "the names in `graph_3`", "the card says how steps are called", phrase=listed, reveal=False, many=True)
def names_used(namespace: Namespace) -> Any:
    """Tell whether steps have names, and the last one the name that the expression gives it."""
    used = _names(namespace)
    if used & {"+", "*"}:
        return ["names and signs"]
    return ["y and others"] if "y" in used else ["names with no y among them"]


@probe(
    PAIRS,
    "the number of nodes in `graph_3`",
    "each leaf of the expression is one node, and so is what each of its signs makes",
    reveal=False,
    phrase=str,
)
def how_many_nodes(namespace: Namespace) -> int:
    """Return how many different names there are."""
    return len(_names(namespace))


def _place(name: str) -> float:
    """Return when a node is made: leaves first, then the steps by their numbers, then y."""
    number = name.removeprefix("n")
    return math.inf if name == "y" else float(number) if number.isdecimal() else 0.0


@probe(PAIRS, "the way in which the pairs of `graph_3` point", "a pair is (parent, child)", reveal=False, phrase=str)
def way(namespace: Namespace) -> str:
    """Return whether every pair leads from an earlier node to a later one."""
    forward = [_place(parent) < _place(child) for parent, child in _pairs(namespace)]
    if all(forward):
        return "from earlier to later"
    return "from later to earlier, in some of them" if any(forward) else "from later to earlier"


@probe(
    PAIRS,
    "the number of pairs in `graph_3` that lead to a step",
    "each operation has two inputs, and each use of a node is one pair",
    reveal=False,
    phrase=str,
)
def how_many_pairs(namespace: Namespace) -> str:
    """Say whether two pairs lead to each step; if not, name the first step with fewer or more."""
    counts = Counter(child for _, child in _pairs(namespace))
    steps = sorted((name for name in _names(namespace) if _place(name)), key=_place)
    first = next((step for step in steps if counts[step] != 2), "")
    return f"{'fewer' if counts[first] < 2 else 'more'} than two, for {first}" if first else "two, for each"


def _start(step: str) -> None:
    def starts(namespace: Namespace) -> list[str]:
        return sorted(parent for parent, child in _pairs(namespace) if child == step)

    starts.__name__ = f"start_{step}"
    ask = f"the nodes at which the pairs of `graph_3` start that lead to {step}"
    probe(PAIRS, ask, "they are the inputs of that operation", reveal=False, phrase=listed, many=True)(starts)


for _step in ("n1", "n2", "n3", "y"):
    _start(_step)


@probe(
    PAIRS,
    "the edges in `graph_3`",
    "each use of a node is one pair (parent, child)",
    phrase=listed,
    reveal=False,
    many=True,
)
def pairs(namespace: Namespace) -> Any:
    """Return the pairs in a fixed order."""
    return sorted(f"({parent}, {child})" for parent, child in _pairs(namespace))
