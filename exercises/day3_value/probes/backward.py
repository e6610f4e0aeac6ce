# SPDX-License-Identifier: MIT
"""Questions about ``backward``: on nodes with right rules, with a right sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.day1_trace.graphs import equal_products, labelled_alike
from exercises.day3_value.engines import (
    DEEP_LINES,
    LINES,
    backward_of,
    fair_engine,
    fair_nodes,
    large,
    probe,
    with_a_right_sort,
)
from exercises.day3_value.expressions import expression
from exercises.day3_value.graphs import (
    DEEP,
    DOUBLINGS,
    LONG,
    SHORT,
    chain,
    deep_chain,
    doublings,
    doublings_of_two,
    long_way_first,
    root_of,
    short_chain,
    short_way_first,
    two_doublings,
)
from exercises.day3_value.probes.local_rules import first_difference, gradients_of_cuts
from exercises.shared.expressions import Expression
from exercises.shared.graphs import Leaf
from exercises.shared.stand_in import holds
from judge.asking.inputs import number, one_of
from judge.asking.probe import Namespace


def nested_product(leaf: Leaf) -> dict[str, Any]:
    """Build ``y = a*(b*c)``."""
    a, b, c = leaf(2.0), leaf(3.0), leaf(4.0)
    d = b * c
    return {"a": a, "b": b, "c": c, "d": d, "y": a * d}


def equal_sums(leaf: Leaf) -> dict[str, Any]:
    """Build ``y = 3*a + 3*b`` from leaves that hold equal numbers."""
    a, b, three = leaf(2.0), leaf(2.0), leaf(3.0)
    p, q = three * a, three * b
    return {"a": a, "b": b, "3": three, "p": p, "q": q, "y": p + q}


def times_one(leaf: Leaf) -> dict[str, Any]:
    """Build ``c = (a*1)*3``, where a node holds the number of its parent."""
    a, one, three = leaf(2.0), leaf(1.0), leaf(3.0)
    b = a * one
    return {"a": a, "1": one, "3": three, "b": b, "c": b * three}


def few_doublings(leaf: Leaf) -> dict[str, Any]:
    """Build 5 doublings of the same kind."""
    return doublings(leaf, 5)


def few_doublings_of_two(leaf: Leaf) -> dict[str, Any]:
    """Build 5 doublings of two nodes each."""
    return doublings_of_two(leaf, 5)


GRAPHS, LARGE = "day3-value-backward-graphs", "day3-value-backward-large"
BACKWARD_GRAPHS = (
    (chain, "`c = (a*3)*2`, with `b = a*3`", ("a", "b"), "the slopes along the path are 2 and 3"),
    (two_doublings, "`b = a + a`, `c = b + b`", ("a", "b"), "each doubling has two edges, and every edge counts"),
    (
        long_way_first,
        LONG,
        ("a", "b"),
        "`b` reaches `L` along two paths, with slopes 1 and 2, and `a` reaches `b` with slope 3",
    ),
    (
        short_way_first,
        SHORT,
        ("a", "b"),
        "`b` reaches `L` along two paths, with slopes 2 and 1, and `a` reaches `b` with slope 3",
    ),
    (nested_product, "`y = a*(b*c)` at 2, 3, 4", ("a", "b", "c"), "each slope is the product of the other two numbers"),
    (equal_sums, "`y = 3*a + 3*b`, where `a` and `b` both hold 2.0", ("a", "b"), "equal numbers are still two leaves"),
    (
        times_one,
        "`c = (a*1)*3`, with `b = a*1`",
        ("a", "b"),
        "`a` and `b` hold the same number, and they are two nodes",
    ),
    (
        equal_products,
        "`r = p + q`, where `p = a*b` and `q = a*b`",
        ("a", "b"),
        "`p` and `q` hold the same number, and each passes its share on",
    ),
    (
        labelled_alike,
        "`r = p + q`, where `p = a*b` and `q = a*b`, `a` and `b` both hold 3.0, and two nodes may have one label",
        ("a", "b"),
        "two nodes that agree in everything are two nodes, and each passes its share on",
    ),
)


def _backward_question(build: Callable[[Leaf], dict[str, Any]], words: str, names: tuple[str, ...], why: str) -> None:
    def gradients(namespace: Namespace) -> Any:
        with fair_engine(namespace, keeps_a_right_sort=True) as value:
            nodes = build(value)
            root_of(nodes).backward()
            return [nodes[name].grad for name in names]

    gradients.__name__ = f"backward_{build.__name__}"
    gradients_in_words = ", ".join(f"{name}.grad" for name in names)
    probe(GRAPHS, f"`({gradients_in_words})` after `backward()` on {words}", why, graph=build, of=names)(gradients)


for _build, _words, _names, _why in BACKWARD_GRAPHS:
    _backward_question(_build, _words, _names, _why)


@probe(GRAPHS, "`L.grad` after `L.backward()`, for `L = Value({a}) + Value({b})`", "`dL/dL` is 1", a=number, b=number)
def seed(namespace: Namespace, a: float, b: float) -> Any:
    """Return the gradient of the root."""
    with fair_engine(namespace) as value:
        out = value(a) + value(b)
        out.backward()
        return out.grad


@probe(
    GRAPHS,
    "the gradients of the leaves after `backward()` on {drawn}",
    "each leaf collects one share for every path, and each share is the product of the slopes on that path",
    shrink=first_difference,
    in_parts=True,
    lines=LINES,
    drawn=expression(("+", "*"), leaves=2, steps=6),
)
def backward_random(namespace: Namespace, drawn: Expression) -> Any:
    """Return the leaf gradients of every cut of a random graph."""
    with fair_engine(namespace) as value:
        return gradients_of_cuts(drawn, value, lambda root: root.backward())


def _large_question(
    build: Callable[[Leaf, int], dict[str, Any]],
    times: int,
    few: Callable[[Leaf], dict[str, Any]],
    words: str,
    why: str,
    lines: int,
    first: str,
) -> None:
    def passes(nodes: dict[str, Any]) -> str:
        root_of(nodes).backward()
        if nodes[first].grad != 0:
            return "reached"
        return "some" if any(node.grad != 0 for node in nodes.values()) else "none"

    def comes_to_its_end(namespace: Namespace, times: int) -> Any:
        # Its `+` has been tried on small graphs, so building the large one need not be counted.
        with fair_nodes(namespace["Value"]) as value:
            outcome = "no end"

            def whole() -> bool:
                nonlocal outcome
                with large(lambda leaf: build(leaf, times), value) as nodes:
                    outcome = passes(nodes)
                return outcome == "reached"

            if holds(whole, lines):
                return "reached"
            with with_a_right_sort(backward_of(namespace["Value"]), lambda: False):
                whole()
                if outcome == "none":
                    return "reached, and every gradient is still 0.0"
                # A sort that fails in a small graph, too, is reported there.
                if outcome == "some" and holds(lambda: passes(few(value)) == "reached"):
                    return f"reached, and nothing has arrived at {first}"
                return "reached"

    comes_to_its_end.__name__ = f"backward_{build.__name__}"
    # What goes wrong in a small graph as well is shown in one.
    drawer = one_of([times], simple=[2, 3, 4])
    probe(LARGE, f"the end of `y.backward()` after {words}", why, lines=lines, rounds=1, times=drawer)(comes_to_its_end)


# Cheapest first: the first answer that differs ends the comparison with a suspected mistake.
_large_question(
    doublings,
    DOUBLINGS,
    few_doublings,
    "{times} times `y = y + y`, from `x` on",
    "each node is called once",
    LINES,
    first="x",
)
_large_question(
    doublings_of_two,
    DOUBLINGS,
    few_doublings_of_two,
    "{times} times `y = (y + one) + y`, from `x` on",
    "each node is called once, however its parents are kept",
    LINES,
    first="x",
)
_large_question(
    deep_chain,
    DEEP,
    short_chain,
    "{times} times `y = y + one`, from start on",
    "a loop over a list has no limit on how deep the graph may be",
    DEEP_LINES,
    first="start",
)
