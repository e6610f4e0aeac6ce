# SPDX-License-Identifier: MIT
"""Questions about ``topological_order``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
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
    same_graph,
    sum_of_two,
    used_twice,
)
from exercises.day3_value.engines import DEEP_LINES, LINES, large, order_of, probe
from exercises.day3_value.expressions import expression, wording
from exercises.day3_value.graphs import (
    DEEP,
    DOUBLINGS,
    LONG,
    SHORT,
    deep_chain,
    doublings,
    doublings_of_two,
    long_way_first,
    root_of,
    short_chain,
    short_way_first,
    too_early,
    two_doublings,
)
from exercises.shared.expressions import NAMES, Expression, nodes_of
from exercises.shared.graphs import Leaf, listed, names_of
from exercises.shared.stand_in import fair_class
from judge.asking.inputs import one_of
from judge.asking.probe import Namespace
from judge.run.answers import Answer


def equal_as_one(names: list[str], known: dict[str, Any]) -> list[str]:
    """Give nodes that hold equal numbers, and were made of the same ones, one name, such as "a or b".

    When they are taken for one, it depends on the way through the graph which of them is left out.
    """
    kinds = {name: (node.data, names_of(node._prev, known)) for name, node in known.items()}
    alike = {name: [other for other, kind in kinds.items() if kind == kinds[name]] for name in kinds}
    return sorted(" or ".join(alike.get(name, [name])) for name in names)


ORDER_GRAPHS = (
    (only_leaf, "`a`, a single leaf", "a leaf is a graph of one node"),
    (product_plus, "`e = a*b + c`, with `d = a*b`", "`e` is made from `d` and `c`, and `d` from `a` and `b`"),
    (used_twice, "`b = a + a`", "`a` is one node that is used twice"),
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
    (
        diamond,
        "`s = a + b`, `p = s*a`, `q = s*b`, `r = p + q`",
        "`s`, `a` and `b` have two children each and are one node each",
    ),
    (long_way_first, f"{LONG}, `p = b + 1`, `q = p + 1`, `r = 2*b`", "`b` has two children and is one node"),
    (short_way_first, f"{SHORT}, `p = b + 1`, `q = p + 1`, `r = 2*b`", "`b` has two children and is one node"),
)
NODES, FIRST = "day3-topological-order-nodes", "day3-topological-order-parents-first"


def _is_node(thing: Any) -> bool:
    return hasattr(thing, "_prev")


def _no_nodes(order: list[Any]) -> list[str]:
    """Return the types of what is listed and is no node: a list of sets is neither empty nor one of numbers."""
    return sorted({f"an object of type {type(thing).__name__}" for thing in order if not _is_node(thing)})


def _order_questions(build: Callable[[Leaf], dict[str, Any]], words: str, why: str) -> None:
    def nodes(namespace: Namespace) -> Any:
        built = graph(namespace, build, told_apart=True)
        with after_another(namespace, "topological_order"):
            order = order_of(namespace, built)
        return equal_as_one([*names_in(list(filter(_is_node, order)), built), *_no_nodes(order)], built)

    def parents(namespace: Namespace) -> Any:
        built = graph(namespace, build, told_apart=True)
        order = order_of(namespace, built)
        early = too_early(order, built)
        return equal_as_one([*early, *_no_nodes(order)] if early else [], built)

    nodes.__name__, parents.__name__ = f"nodes_{build.__name__}", f"parents_{build.__name__}"
    probe(NODES, f"the nodes that `topological_order` lists for {words}", why, phrase=listed, graph=build)(nodes)
    probe(
        FIRST,
        f"the nodes that `topological_order` lists before one of their parents, or leaves out, for {words}",
        "a node may be listed once all its parents are, and no earlier",
        phrase=listed,
    )(parents)


for _build, _words, _why in ORDER_GRAPHS:
    _order_questions(_build, _words, _why)


@probe(
    NODES,
    "the gradients of `a`, `b` and `c` after `topological_order(c)`, for `c = a + b`, where each was 7.0",
    "nothing is changed by listing",
)
def nothing_is_changed(namespace: Namespace) -> Any:
    """Return the gradients of a small graph after its nodes were listed."""
    nodes = graph(namespace, sum_of_two, told_apart=True)
    for node in nodes.values():
        node.grad = 7.0
    with suppress(Exception):  # Errors while it lists are reported by the questions above.
        order_of(namespace, nodes)
    return [node.grad for node in nodes.values()]


def in_words(inputs: dict[str, Any], expected: Answer, answer: Answer) -> tuple[dict[str, Any], Answer, Answer]:
    """Put a drawn expression into words; a ``shrink`` that shrinks nothing."""
    return {"drawn": wording(inputs["drawn"]), "expression": inputs["drawn"]}, expected, answer


def _drawn_graph(drawn: Expression) -> Callable[[Leaf], dict[str, Any]]:
    def build(leaf: Leaf) -> dict[str, Any]:
        nodes = nodes_of(drawn, leaf)
        used = {*(place for _, *operands in drawn["steps"] for place in operands), len(nodes) - 1}
        return {NAMES[place]: node for place, node in enumerate(nodes) if place in used}

    return build


@probe(
    NODES,
    "the nodes that `topological_order` lists for {drawn}",
    "each node that the last one was made from stands there once",
    phrase=listed,
    shrink=in_words,
    drawn=expression(("+", "*"), leaves=3, steps=5),
)
def nodes_random(namespace: Namespace, drawn: Expression) -> Any:
    """Return the names of the nodes that are listed for a random graph."""
    built = graph(namespace, _drawn_graph(drawn), told_apart=True)
    with after_another(namespace, "topological_order"):
        return names_in(order_of(namespace, built), built)


@probe(
    FIRST,
    "the nodes that `topological_order` lists before one of their parents, or leaves out, for {drawn}",
    "a node may be listed once all its parents are, and no earlier",
    phrase=listed,
    shrink=in_words,
    drawn=expression(("+", "*"), leaves=3, steps=6),
)
def parents_random(namespace: Namespace, drawn: Expression) -> Any:
    """Return the names of the nodes that come too early for a random graph."""
    built = graph(namespace, _drawn_graph(drawn), told_apart=True)
    return too_early(order_of(namespace, built), built)


@probe(
    NODES,
    "the nodes that a second call of `topological_order` lists for `s = a + b`, `p = s*a`, `q = s*b`, `r = p + q`",
    "a call leaves nothing behind that a later one could take for its own",
    phrase=listed,
)
def nodes_again(namespace: Namespace) -> Any:
    """Return the names that a second call lists: a visited set may survive the first."""
    built = graph(namespace, diamond, told_apart=True)
    with after_another(namespace, "topological_order"):
        order_of(namespace, built)
        return names_in(order_of(namespace, built), built)


@probe(
    NODES,
    "what a second loop over `order = topological_order(c)` goes through, for `c = a + b`",
    "a list can be gone through again and again, and from its end, as `backward()` does",
    phrase=str,
)
def nodes_in_a_second_loop(namespace: Namespace) -> str:
    """Say whether what one call returns can be looped over twice; which nodes it lists is asked above."""
    order = namespace["topological_order"](root_of(graph(namespace, sum_of_two, told_apart=True)))
    first, second = (list(map(id, order)) for _ in range(2))
    if first == second:
        return "the same nodes as the first"
    return "other nodes than the first" if second else "nothing"


def _missing(namespace: Namespace, nodes: dict[str, Any]) -> int:
    """Return how many entries a list is short of the nodes of its graph; each counts once."""
    own = {id(node) for node in nodes.values()}
    # What an earlier call has left behind is asked for in a small graph.
    return len(nodes) - len({id(node) for node in order_of(namespace, nodes) if id(node) in own or not _is_node(node)})


# A root or a leaf that is left out is missing in a small graph, too, and is asked for there.
WORDS_OF_LARGE = (
    "how many nodes are missing in `topological_order(y)` after {many} rounds of `{line}`, less "
    "those that are missing after {few}"
)


@probe(
    "day3-topological-order-nodes",
    WORDS_OF_LARGE.format(many=DOUBLINGS, line="y = y + y", few=2),
    "each doubling adds one node to the list, and one turn to the work",
    lines=LINES,
    exact=True,
)
def doublings_listed(namespace: Namespace) -> Any:
    """Return how many nodes are left out where there are four million paths."""
    few = _missing(namespace, graph(namespace, two_doublings, told_apart=True))
    return _missing(namespace, graph(namespace, doublings, told_apart=True)) - few


@probe(
    "day3-topological-order-nodes",
    WORDS_OF_LARGE.format(many=DOUBLINGS, line="y = (y + one) + y", few=1),
    "each doubling adds two nodes to the list, and two turns to the work",
    lines=LINES,
)
def doublings_of_two_listed(namespace: Namespace) -> Any:
    """Return how many nodes are left out where a set of two parents is doubled."""
    few = _missing(namespace, graph(namespace, lambda leaf: doublings_of_two(leaf, 1)))
    return _missing(namespace, graph(namespace, doublings_of_two)) - few


@probe(
    "day3-topological-order-deep",
    WORDS_OF_LARGE.format(many="{many}", line="y = y + one", few=5),
    "each operation adds one node to the list, however many there are",
    lines=DEEP_LINES,
    rounds=1,
    many=one_of([DEEP], simple=[6, 7, 8]),
)
def chain_listed(namespace: Namespace, many: int) -> Any:
    """Return how many nodes of a deep chain are left out."""
    deep = partial(deep_chain, depth=many)
    with fair_class(namespace.get("Value"), same_graph(short_chain)) as leaf, large(deep, leaf) as nodes:
        few = _missing(namespace, short_chain(leaf))
        return _missing(namespace, nodes) - few
