# SPDX-License-Identifier: MIT
"""Day 3: what is asked of the topological order, of the whole engine and of the gradient check.

Local rules are asked with a hand-set upstream gradient and a backward pass of our own, so that they don't depend on
the learner's ``backward``. ``backward`` is asked on nodes whose rules are right, with a sort that is right: where
the learner's own is not, a stand-in takes its place while the question lasts. So a mistake costs its own points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from grading.exercises.day1 import (
    diamond,
    equal_as_one,
    equal_leaves,
    listed,
    names_of,
    only_leaf,
    parents_of,
    product_plus,
    used_twice,
)
from grading.exercises.shared.expressions import Expression, cuts, expression, first_difference, nodes_of, wording
from grading.exercises.shared.inputs import Draw, integer, number, positive
from grading.exercises.shared.probe import probe as any_probe
from grading.exercises.shared.probe import written
from grading.exercises.shared.stand_in import graph, large, maker
from grading.run.answers import Answer, Several, attempt
from grading.run.bounded import NoEnd, bounded

Namespace = Mapping[str, Any]
Leaf = Callable[[float], Any]

DEEP, DOUBLINGS = 5000, 22
# Budgets in lines. An engine without end is asked many questions before it is told so, and eats memory meanwhile.
FEW_LINES = 20_000  # about a small graph; a right answer needs 4,000 at most
LINES = 100_000  # what the card of exercise 3.1 promises for doublings, and for all cuts of a random graph
DEEP_LINES = 1_000_000  # for a chain of 5,000; a right answer needs about 130,000

probe = partial(any_probe, lines=FEW_LINES)


def small(draw: Draw) -> float:
    """Return a number from 0.25 to 1.75 in size, positive or negative: where tanh and sigmoid are curved."""
    return draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice((0.25, 0.5, 0.75, 1.25, 1.5, 1.75)))


# Stand-ins: a sort and a backward pass that are right


def sorted_nodes(root: Any) -> list[Any]:
    """Return all nodes behind ``root``, parents before children: the stand-in for ``topological_order``."""
    order, seen, waiting = [], set(), [(root, False)]
    while waiting:
        node, done = waiting.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            waiting.extend((parent, False) for parent in node._prev)
    return order


def drive(out: Any, upstream: float) -> None:
    """Send ``upstream`` back from ``out``, calling each node's own ``_backward`` once, in order."""
    order = sorted_nodes(out)
    out.grad = upstream
    for node in reversed(order):
        node._backward()


@contextmanager
def fair_sort(function: Any, gets_along: Callable[[], bool]) -> Iterator[None]:
    """Put the stand-in under the name ``topological_order`` where the learner's own does not get along.

    Args:
        function: The learner's function that may call it.
        gets_along: Tries the learner's code as it is; tells whether what needs a sort comes out right.
    """
    names = getattr(function, "__globals__", None)
    if names is None or _true(gets_along):
        yield
        return
    kept = {name: names[name] for name in ("topological_order",) if name in names}
    names["topological_order"] = sorted_nodes
    try:
        yield
    finally:
        del names["topological_order"]
        names.update(kept)


def _true(question: Callable[[], bool], lines: int = FEW_LINES) -> bool:
    try:
        return bool(bounded(question, lines=lines))
    except (NoEnd, Exception):  # Whatever goes wrong here is told by the check that it belongs to.
        return False


def node_class(namespace: Namespace) -> type:
    """Return the learner's class, with right rules for ``+`` and ``*`` where its own are not."""
    value = namespace["Value"]
    return value if _true(lambda: _plus_and_times_hold(value)) else _mended(value)


def _plus_and_times_hold(value: type) -> bool:
    for operate, slopes in ((lambda x, y: x + y, (1.0, 1.0, 2.0)), (lambda x, y: x * y, (5.0, 2.0, 4.0))):
        x, y = value(2.0), value(5.0)
        found: list[float] = []
        for out in (operate(x, y), operate(x, x)):
            if {id(parent) for parent in out._prev} - {id(x), id(y)} or not out._prev or x._prev or y._prev:
                return False
            x.grad = y.grad = 1.0  # something to add to: a rule that assigns would show nothing otherwise
            out.grad = 3.0
            out._backward()
            found += [out.data, x.grad, y.grad]
        to_x, to_y, twice = slopes
        if found != [operate(2.0, 5.0), 1 + 3 * to_x, 1 + 3 * to_y, operate(2.0, 2.0), 1 + 3 * twice, 1.0]:
            return False
    return True


def _mended(value: type) -> type:
    class Mended(value):  # type: ignore[misc, valid-type]
        """The learner's class, its ``backward`` untouched, with a constructor, a sum and a product that are right."""

        def __init__(self, data: float, _prev: tuple[Any, ...] = (), _op: str = "", label: str = ""):
            self.data, self.grad, self._prev, self._op, self.label = float(data), 0.0, _prev, _op, label
            self._backward = lambda: None

        def __add__(self, other: Any) -> Any:
            return self._joined(other, self.data + other.data, "+", 1.0, 1.0)

        def __mul__(self, other: Any) -> Any:
            return self._joined(other, self.data * other.data, "*", other.data, self.data)

        def _joined(self, other: Any, data: float, op: str, mine: float, theirs: float) -> Any:
            out = Mended(data, (self, other), op)

            def _backward() -> None:
                self.grad += mine * out.grad
                other.grad += theirs * out.grad

            out._backward = _backward
            return out

    return Mended


# Graphs. Each returns its nodes by name, the root last.


def long_way_first(leaf: Leaf) -> dict[str, Any]:
    """Build ``b = 3*a``, then ``o = (b + 1) + 5*b``: the short way to o is written last."""
    a, three, one, five = leaf(1.0), leaf(3.0), leaf(1.0), leaf(5.0)
    b = three * a
    p = b + one
    q = p + one
    r = five * b
    return {"a": a, "3": three, "1": one, "5": five, "b": b, "p": p, "q": q, "r": r, "o": q + r}


def short_way_first(leaf: Leaf) -> dict[str, Any]:
    """Build the same with the terms exchanged."""
    nodes = long_way_first(leaf)
    nodes["o"] = nodes["r"] + nodes["q"]
    return nodes


def chain(leaf: Leaf) -> dict[str, Any]:
    """Build ``c = (a*3)*4``."""
    a, three, four = leaf(2.0), leaf(3.0), leaf(4.0)
    b = a * three
    return {"a": a, "3": three, "4": four, "b": b, "c": b * four}


def two_doublings(leaf: Leaf) -> dict[str, Any]:
    """Build ``b = a + a``, ``c = b + b``."""
    a = leaf(1.0)
    b = a + a
    return {"a": a, "b": b, "c": b + b}


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


def deep_chain(leaf: Leaf, depth: int = DEEP) -> dict[str, Any]:
    """Build 5,000 sums, one after the other."""
    one, y = leaf(1.0), leaf(0.0)
    nodes = {"one": one, "start": y}
    for index in range(depth):
        y = y + one
        nodes[str(index)] = y
    return nodes


def short_chain(leaf: Leaf) -> dict[str, Any]:
    """Build 5 sums of the same kind."""
    return deep_chain(leaf, 5)


def doublings(leaf: Leaf) -> dict[str, Any]:
    """Build 22 doublings, ``y = y + y``."""
    y = leaf(1.0)
    nodes = {"x": y}
    for index in range(DOUBLINGS):
        y = y + y
        nodes[str(index)] = y
    return nodes


def root_of(nodes: dict[str, Any]) -> Any:
    """Return the last node."""
    return list(nodes.values())[-1]


LONG, SHORT = "o = (b + 1 + 1) + 5*b, with b = 3*a", "o = 5*b + (b + 1 + 1), with b = 3*a"
ORDER_GRAPHS = (
    (only_leaf, "a, a single leaf", "a leaf is a graph of one node"),
    (product_plus, "e = a*b + c, with d = a*b", "e is made from d and c, and d from a and b"),
    (used_twice, "b = a + a", "a is one node that is used twice"),
    (equal_leaves, "c = a*b, where a and b both hold 3.0", "two leaves that hold the same number are two nodes"),
    (diamond, "s = a + b, p = s*a, q = s*b, r = p + q", "s, a and b have two children each and are one node each"),
    (long_way_first, f"{LONG}, p = b + 1, q = p + 1, r = 5*b", "b has two children and is one node"),
    (short_way_first, f"{SHORT}, p = b + 1, q = p + 1, r = 5*b", "b has two children and is one node"),
)


# Exercise 3.1: the order

NODES, FIRST = "day3-topological-order-nodes", "day3-topological-order-parents-first"


def early(answer: Any) -> str:
    """Say which nodes stand too early."""
    return "nothing" if answer == [] else listed(answer)


def order_of(namespace: Namespace, nodes: dict[str, Any]) -> list[Any]:
    """Return what the learner's function lists, whatever container it comes in."""
    return list(namespace["topological_order"](root_of(nodes)))


def too_early(order: list[Any], nodes: dict[str, Any]) -> list[str]:
    """Return the names of nodes that are missing, or whose first place is before that of one of their parents."""
    place: dict[int, int] = {}
    for index, node in enumerate(order):
        place.setdefault(id(node), index)
    late = math.inf
    return sorted(
        name
        for name, node in nodes.items()
        if id(node) not in place or any(place.get(id(parent), late) >= place[id(node)] for parent in node._prev)
    )


def _order_questions(build: Callable[[Leaf], dict[str, Any]], words: str, why: str) -> None:
    def nodes(namespace: Namespace) -> Any:
        built = graph(namespace, build)
        return equal_as_one(names_of(order_of(namespace, built), built), built)

    def parents(namespace: Namespace) -> Any:
        built = graph(namespace, build)
        return equal_as_one(too_early(order_of(namespace, built), built), built)

    nodes.__name__, parents.__name__ = f"nodes_{build.__name__}", f"parents_{build.__name__}"
    probe(NODES, f"the nodes that `topological_order` lists for {words}", why, phrase=listed, graph=build)(nodes)
    probe(
        FIRST,
        f"what is missing in `topological_order`, or stands before a parent of its own, for {words}",
        "a node may be listed once all its parents are, and no earlier",
        phrase=early,
    )(parents)


for _build, _words, _why in ORDER_GRAPHS:
    _order_questions(_build, _words, _why)


def in_words(inputs: dict[str, Any], expected: Answer, answer: Answer) -> tuple[dict[str, Any], Answer, Answer]:
    """Put a drawn expression into words; a ``shrink`` that shrinks nothing."""
    return {"drawn": wording(inputs["drawn"]), "expression": inputs["drawn"]}, expected, answer


def _drawn_graph(drawn: Expression) -> Callable[[Leaf], dict[str, Any]]:
    def build(leaf: Leaf) -> dict[str, Any]:
        named = dict(zip("abcdefghijklmnopqrstuvwxyz", nodes_of(drawn, leaf), strict=False))
        behind = {id(node) for node in sorted_nodes(root_of(named))}
        return {name: node for name, node in named.items() if id(node) in behind}

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
    """Return the names of what is listed for a random graph."""
    built = graph(namespace, _drawn_graph(drawn))
    return names_of(order_of(namespace, built), built)


@probe(
    FIRST,
    "what is missing in `topological_order`, or stands before a parent of its own, for {drawn}",
    "a node may be listed once all its parents are, and no earlier",
    phrase=early,
    shrink=in_words,
    drawn=expression(("+", "*"), leaves=3, steps=6),
)
def parents_random(namespace: Namespace, drawn: Expression) -> Any:
    """Return the names of what stands too early for a random graph."""
    built = graph(namespace, _drawn_graph(drawn))
    return too_early(order_of(namespace, built), built)


@probe(
    "day3-topological-order-linear",
    f"the number of different nodes in `topological_order(y)`, after {DOUBLINGS} times y = y + y",
    "there is one leaf and one node for each doubling",
    lines=LINES,
)
def doublings_listed(namespace: Namespace) -> Any:
    """Return how many nodes are listed where there are four million paths."""
    return len({id(node) for node in order_of(namespace, graph(namespace, doublings))})


@probe(
    "day3-topological-order-deep",
    f"the number of different nodes in `topological_order(y)`, after {DEEP:,} times y = y + one",
    "there are two leaves and one node for each operation",
    lines=DEEP_LINES,
)
def chain_listed(namespace: Namespace) -> Any:
    """Return how many nodes of a deep chain are listed."""
    with large(deep_chain, maker(namespace, short_chain)) as nodes:
        return len({id(node) for node in order_of(namespace, nodes)})


# Exercise 3.2: backward

GRAPHS, LARGE = "day3-value-backward-graphs", "day3-value-backward-large"


def engine_gets_along(value: type) -> Callable[[], bool]:
    """Return a trial of the learner's engine with the learner's sort: whether it finds 18 and 6 both ways round."""

    def trial() -> bool:
        for build in (long_way_first, short_way_first):
            nodes = build(value)
            nodes["o"].backward()
            if (nodes["a"].grad, nodes["b"].grad) != (18.0, 6.0):
                return False
        return True

    return trial


@contextmanager
def fair_engine(namespace: Namespace) -> Iterator[type]:
    """Give the class on whose nodes ``backward`` is asked, with a sort that is right while it lasts."""
    value = node_class(namespace)
    with fair_sort(namespace["Value"].backward, engine_gets_along(value)):
        yield value


BACKWARD_GRAPHS = (
    (chain, "c = (a*3)*4, with b = a*3", ("a", "b"), "the slopes along the path are 4 and 3"),
    (two_doublings, "b = a + a, c = b + b", ("a", "b"), "each doubling has two edges, and every edge counts"),
    (
        long_way_first,
        LONG,
        ("a", "b"),
        "b reaches o along two paths, with slopes 1 and 5, and a reaches b with slope 3",
    ),
    (
        short_way_first,
        SHORT,
        ("a", "b"),
        "b reaches o along two paths, with slopes 5 and 1, and a reaches b with slope 3",
    ),
    (nested_product, "y = a*(b*c) at 2, 3, 4", ("a", "b", "c"), "each slope is the product of the other two numbers"),
    (equal_sums, "y = 3*a + 3*b, where a and b both hold 2.0", ("a", "b"), "equal numbers are still two leaves"),
)


def _backward_question(build: Callable[[Leaf], dict[str, Any]], words: str, names: tuple[str, ...], why: str) -> None:
    def gradients(namespace: Namespace) -> Any:
        with fair_engine(namespace) as value:
            nodes = build(value)
            root_of(nodes).backward()
            return [nodes[name].grad for name in names]

    gradients.__name__ = f"backward_{build.__name__}"
    asked = ", ".join(f"{name}.grad" for name in names)
    probe(GRAPHS, f"`({asked})` after backward() on {words}", why, graph=build, of=names)(gradients)


for _build, _words, _names, _why in BACKWARD_GRAPHS:
    _backward_question(_build, _words, _names, _why)


@probe(GRAPHS, "`o.grad` after o.backward(), for o = Value({a}) + Value({b})", "do/do is 1", a=number, b=number)
def seed(namespace: Namespace, a: float, b: float) -> Any:
    """Return the gradient of the root."""
    with fair_engine(namespace) as value:
        out = value(a) + value(b)
        out.backward()
        return out.grad


@probe(
    GRAPHS,
    "the gradients of the leaves after backward() on {drawn}",
    "each leaf collects one share for every path, and each share is the product of the slopes on that path",
    shrink=first_difference,
    in_parts=True,
    lines=LINES,
    drawn=expression(("+", "*"), leaves=2, steps=6),
)
def backward_random(namespace: Namespace, drawn: Expression) -> Any:
    """Return the leaf gradients of every cut of a random graph."""
    with fair_engine(namespace) as value:
        return _of_every_cut(drawn, value, lambda root: root.backward())


def _leaf_gradients(drawn: Expression, leaf: Leaf, go_back: Callable[[Any], None]) -> Any:
    nodes = nodes_of(drawn, leaf)
    go_back(nodes[-1])
    gradients = [node.grad for node in nodes[: len(drawn["leaves"])]]
    # Shares that cancel may leave the last digit of a float behind, which nobody wants to read.
    return [0.0 if isinstance(gradient, float) and abs(gradient) < 1e-12 else gradient for gradient in gradients]


def _of_every_cut(drawn: Expression, leaf: Leaf, go_back: Callable[[Any], None]) -> Several:
    return Several(tuple(attempt(partial(_leaf_gradients, cut, leaf, go_back)) for cut in cuts(drawn)))


def _large_question(build: Callable[[Leaf], dict[str, Any]], words: str, why: str, lines: int) -> None:
    def comes_to_its_end(namespace: Namespace) -> Any:
        value = node_class(namespace)  # its `+` has been tried, so building need not be counted

        def whole() -> bool:
            with large(build, value) as nodes:
                root_of(nodes).backward()
                return any(node.grad != 0 for node in nodes.values())

        if _true(whole, lines):
            return "reached"
        with fair_sort(namespace["Value"].backward, lambda: False):
            return "reached" if whole() else "reached, and every gradient is still 0.0"

    comes_to_its_end.__name__ = f"backward_{build.__name__}"
    probe(LARGE, f"the end of `y.backward()` after {words}", why, lines=lines)(comes_to_its_end)


# Cheapest first: the first answer that differs ends the comparison with a suspected mistake.
_large_question(doublings, f"{DOUBLINGS} times y = y + y", "each of the 23 nodes is called once", LINES)
_large_question(
    deep_chain,
    f"{DEEP:,} times y = y + one",
    "a loop over a list has no limit on how deep the graph may be",
    DEEP_LINES,
)


# Exercise 3.2: the local rules


def _rule_questions(
    check: str,
    name: str,
    words: str,
    because: str,
    operate: Callable[..., Any],
    *,
    of: str = "xy",
    **drawers: Any,
) -> None:
    """Register the question for the data of an operation, and the one for the gradients it passes on.

    Args:
        check: The grade cell.
        name: Unique within the check.
        words: The expression as a learner reads it.
        because: The slopes in words.
        operate: The operation on the leaves of ``of`` and the other inputs.
        of: The names of the leaves; "x" for one, "xy" for two.
        **drawers: A drawer for each leaf and for each further input, by name.
    """
    where = ", ".join(f"{leaf} = Value({{{leaf}}})" for leaf in of)

    def leaves_of(namespace: Namespace, inputs: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        made = {key: namespace["Value"](item) if key in of else item for key, item in inputs.items()}
        return made, operate(**made)

    def data(namespace: Namespace, **inputs: Any) -> Any:
        return leaves_of(namespace, inputs)[1].data

    def gradients(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        made, out = leaves_of(namespace, inputs)
        drive(out, upstream)
        found = [made[leaf].grad for leaf in of]
        return found if len(found) > 1 else found[0]

    def collected(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        made, out = leaves_of(namespace, inputs)
        drive(out, upstream)
        drive(operate(**made), upstream)
        found = [made[leaf].grad for leaf in of]
        return found if len(found) > 1 else found[0]

    data.__name__, gradients.__name__, collected.__name__ = f"{name}_data", f"{name}_rule", f"{name}_collected"
    asked = " and ".join(f"`{leaf}.grad`" for leaf in of)
    probe(check, f"`({words}).data` for {where}", because.partition(";")[0], rounds=2, **drawers)(data)
    slopes = because.partition("; ")[2] or because
    probe(
        check,
        f"{asked} for out = {words}, {where}, when the upstream gradient out.grad is {{upstream}}",
        slopes,
        rounds=2,
        **drawers,
        upstream=number,
    )(gradients)
    probe(
        check,
        f"{asked} for {where}, when {words} is computed twice and each gets the upstream gradient {{upstream}}",
        f"every use adds its share, and {slopes}",
        rounds=1,
        **drawers,
        upstream=number,
    )(collected)


def _random_questions(check: str, name: str, operations: tuple[str, ...], why: str) -> None:
    def gradients(namespace: Namespace, drawn: Expression) -> Any:
        return _of_every_cut(drawn, namespace["Value"], lambda root: drive(root, 1.0))

    gradients.__name__ = name
    probe(
        check,
        "the gradients of the leaves for {drawn}, when every node's `_backward()` is called in order",
        why,
        shrink=first_difference,
        in_parts=True,
        lines=LINES,
        drawn=expression(operations, leaves=2, steps=5),
    )(gradients)


def fraction(draw: Draw) -> float:
    """Return a number between 0 and 1, such as 0.35."""
    return draw.fresh(lambda: draw.random.randint(3, 17) / 20)


PLUS, TIMES, POWER = (
    "day3-value-operators-plus-minus",
    "day3-value-operators-times-divide",
    "day3-value-operators-power",
)
_rule_questions(
    PLUS,
    "plus",
    "x + y",
    "it is {x} + {y}; + copies the upstream gradient to both parents",
    lambda x, y: x + y,
    x=number,
    y=number,
)
_rule_questions(
    PLUS,
    "plus_self",
    "x + x",
    "both operands are {x}; two edges lead from x, with slope 1 each",
    lambda x: x + x,
    of="x",
    x=number,
)
_rule_questions(PLUS, "negate", "-x", "the sign turns round; the slope is -1", lambda x: -x, of="x", x=number)
_rule_questions(
    PLUS, "minus", "x - y", "it is {x} - {y}; the slopes are 1 and -1", lambda x, y: x - y, x=number, y=number
)
_rule_questions(
    PLUS, "minus_number", "x - {c}", "it is {x} - {c}; the slope is 1", lambda x, c: x - c, of="x", x=number, c=number
)
_rule_questions(
    PLUS, "number_minus", "{c} - x", "it is {c} - {x}; the slope is -1", lambda x, c: c - x, of="x", x=number, c=number
)
_rule_questions(
    PLUS, "plus_number", "x + {c}", "it is {x} + {c}; the slope is 1", lambda x, c: x + c, of="x", x=number, c=number
)
_rule_questions(
    PLUS, "number_plus", "{c} + x", "it is {c} + {x}; the slope is 1", lambda x, c: c + x, of="x", x=number, c=number
)
_random_questions(
    PLUS,
    "plus_minus_random",
    ("+", "-", "neg"),
    "a leaf gains 1 for each way with an even number of minus signs and loses 1 for each other",
)

_rule_questions(
    TIMES,
    "times",
    "x * y",
    "it is {x} times {y}; each gets the other's data times the upstream gradient",
    lambda x, y: x * y,
    x=number,
    y=number,
)
_rule_questions(
    TIMES,
    "square",
    "x * x",
    "both operands are {x}; two edges lead from x, with slope {x} each",
    lambda x: x * x,
    of="x",
    x=number,
)
_rule_questions(
    TIMES,
    "divide",
    "x / y",
    "it is {x} over {y}; the slopes are 1/y and -x/y**2",
    lambda x, y: x / y,
    x=number,
    y=number,
)
_rule_questions(
    TIMES,
    "times_number",
    "x * {c}",
    "it is {x} times {c}; the slope is {c}",
    lambda x, c: x * c,
    of="x",
    x=number,
    c=number,
)
_rule_questions(
    TIMES,
    "number_times",
    "{c} * x",
    "it is {c} times {x}; the slope is {c}",
    lambda x, c: c * x,
    of="x",
    x=number,
    c=number,
)
_rule_questions(
    TIMES,
    "divide_number",
    "x / {c}",
    "it is {x} over {c}; the slope is 1/{c}",
    lambda x, c: x / c,
    of="x",
    x=number,
    c=number,
)
_rule_questions(
    TIMES,
    "number_divide",
    "{c} / x",
    "it is {c} over {x}; the slope is -{c}/x**2",
    lambda x, c: c / x,
    of="x",
    x=number,
    c=number,
)
_random_questions(TIMES, "times_divide_random", ("*", "/"), "each share is the product of the slopes along its path")


def _parents_question(check: str, name: str, sign: str, made: Callable[[Any, Any], Any]) -> None:
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        out = made(x, y)
        return parents_of(out, {"x": x, "y": y, "out": out})

    parents.__name__ = f"parents_{name}"
    probe(
        check,
        f"the nodes in `out._prev` for out = x {sign} y, with x = Value({{a}}), y = Value({{b}})",
        f"x {sign} y is made of x and y, and of nothing else",
        rounds=1,
        phrase=listed,
        a=number,
        b=number,
    )(parents)


_parents_question(PLUS, "plus", "+", lambda x, y: x + y)
_parents_question(TIMES, "times", "*", lambda x, y: x * y)


@probe(
    TIMES,
    "what disagrees with a nudge of y by 0.001 in x / y, and then in y**-1 as well, at x = {a}, y = {b}",
    "the rules of `/` and of `**` give the slope that a nudge finds",
    rounds=1,
    phrase=lambda answer: ", ".join(answer) or "nothing",
    a=number,
    b=number,
)
def quotient_or_power(namespace: Namespace, a: float, b: float) -> Any:
    """Tell a wrong rule for the quotient from a wrong power below it; a power that no quotient needs is not asked."""
    value = namespace["Value"]
    quotient = _disagrees(lambda y: value(a) / y, value, b)
    power = quotient and _disagrees(lambda y: y**-1, value, b)
    return [name for name, wrong in (("x / y", quotient), ("y**-1", power)) if wrong]


def _disagrees(f: Callable[[Any], Any], value: type, at: float) -> bool:
    y, nudge = value(at), 1e-3
    drive(f(y), 1.0)
    slope = (f(value(at + nudge)).data - f(value(at - nudge)).data) / (2 * nudge)
    return not math.isclose(y.grad, slope, rel_tol=1e-2)


_rule_questions(
    POWER,
    "power",
    "x**{n}",
    "it is x to the power {n}; the slope is {n} times x to the power {n} - 1",
    lambda x, n: x**n,
    of="x",
    x=number,
    n=integer,
)
_rule_questions(
    POWER,
    "negative_power",
    "x**-{n}",
    "it is 1 over x to the power {n}; the slope is -{n} times x to the power -{n} - 1",
    lambda x, n: x**-n,
    of="x",
    x=number,
    n=integer,
)
_rule_questions(
    POWER,
    "square_root",
    "x**0.5",
    "it is the square root of {x}; the slope is 0.5 times x to the power -0.5",
    lambda x: x**0.5,
    of="x",
    x=positive,
)


_rule_questions(
    POWER,
    "root_of_fraction",
    "x**0.5",
    "it is the square root of {x}; the slope is 0.5 times x to the power -0.5",
    lambda x: x**0.5,
    of="x",
    x=fraction,
)
_rule_questions(
    POWER,
    "first_power",
    "x**1",
    "it is {x} itself; the slope is 1",
    lambda x: x**1,
    of="x",
    x=number,
)
_rule_questions(
    POWER,
    "power_of_zero",
    "x**{n}",
    "it is 0 times 0; the slope is {n} times 0 to the power {n} - 1",
    lambda x, n: x**n,
    of="x",
    x=lambda draw: 0.0,
    n=integer,
)


_rule_questions(
    POWER,
    "fractional_power_of_zero",
    "x**1.5",
    "it is 0 times the square root of 0; the slope is 1.5 times the square root of 0",
    lambda x: x**1.5,
    of="x",
    x=lambda draw: 0.0,
)


@probe(POWER, "`(x**-1).data` for x = Value(-1.0)", "it is 1 over -1")
def inverse_of_minus_one(namespace: Namespace) -> Any:
    """Return the inverse of the number that is its own inverse."""
    return (namespace["Value"](-1.0) ** -1).data


@probe(
    POWER,
    "`x.grad` for out = (x**2)**3, x = Value({a}), with out.grad = 1",
    "it is x to the power 6, with the slope 6 * x**5",
    a=small,
)
def power_of_power(namespace: Namespace, a: float) -> Any:
    """Return the gradient through two powers."""
    x = namespace["Value"](a)
    drive((x**2) ** 3, 1.0)
    return x.grad


@probe(POWER, "`(x**{n})._op`", "the name of the operation holds the exponent", rounds=1, a=positive, n=integer)
def power_operation(namespace: Namespace, a: float, n: int) -> Any:
    """Return the name of the operation that made a power."""
    return (namespace["Value"](a) ** n)._op


RELU, EXP_LOG, TANH_SIGMOID = (
    "day3-value-functions-relu",
    "day3-value-functions-exp-log",
    "day3-value-functions-tanh-sigmoid",
)


def negative(draw: Draw) -> float:
    """Return a number from -5.75 to -1.25."""
    return -positive(draw)


_rule_questions(
    RELU, "above", "x.relu()", "{x} is above zero; the slope there is 1", lambda x: x.relu(), of="x", x=positive
)
_rule_questions(
    RELU,
    "just_above",
    "x.relu()",
    "{x} is above zero; the slope there is 1",
    lambda x: x.relu(),
    of="x",
    x=fraction,
)
_rule_questions(
    RELU, "below", "x.relu()", "{x} is below zero; the slope there is 0", lambda x: x.relu(), of="x", x=negative
)
_rule_questions(
    RELU,
    "corner",
    "x.relu()",
    "zero stays zero; at 0 the slope is taken as 0",
    lambda x: x.relu(),
    of="x",
    x=lambda draw: 0.0,
)
_rule_questions(
    EXP_LOG,
    "exp",
    "x.exp()",
    "it is e to the power {x}; the slope of exp is exp itself",
    lambda x: x.exp(),
    of="x",
    x=small,
)
_rule_questions(
    EXP_LOG,
    "log",
    "x.log()",
    "it is the natural logarithm of {x}; the slope is 1/x",
    lambda x: x.log(),
    of="x",
    x=positive,
)
_rule_questions(
    EXP_LOG,
    "log_of_fraction",
    "x.log()",
    "it is the natural logarithm of {x}; the slope is 1/x",
    lambda x: x.log(),
    of="x",
    x=fraction,
)
_rule_questions(
    TANH_SIGMOID,
    "tanh",
    "x.tanh()",
    "it is tanh of {x}; the slope is 1 - y**2, with y the output",
    lambda x: x.tanh(),
    of="x",
    x=small,
)
_rule_questions(
    TANH_SIGMOID,
    "sigmoid",
    "x.sigmoid()",
    "it is 1 over 1 + e**-x; the slope is y * (1 - y), with y the output",
    lambda x: x.sigmoid(),
    of="x",
    x=small,
)


def _remembers(check: str, name: str) -> None:
    """Register the question whether a function's result knows where it came from."""

    def remembered(namespace: Namespace, x: float) -> Any:
        leaf = namespace["Value"](x)
        out = getattr(leaf, name)()
        behind = any(node is leaf for node in sorted_nodes(out))
        return [word for word, there in (("x", behind), ("an operation", bool(out._op))) if there]

    remembered.__name__ = f"{name}_remembers"
    probe(
        check,
        f"what out = x.{name}() remembers of how it was made",
        "`backward()` finds x through `_prev`, and a node that was computed has an operation in `_op`",
        rounds=1,
        phrase=lambda answer: " and ".join(answer) or "nothing",
        x=fraction,
    )(remembered)


_remembers(RELU, "relu")
_remembers(EXP_LOG, "exp")
_remembers(EXP_LOG, "log")
_remembers(TANH_SIGMOID, "tanh")
_remembers(TANH_SIGMOID, "sigmoid")


def far(draw: Draw) -> float:
    """Return a number beyond the range in which ``exp`` of it, or of its negative, is a float."""
    return draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.choice((750.0, 800.0, 900.0, 1000.0)))


@probe(
    TANH_SIGMOID,
    "`(x.sigmoid()).data` for x = Value({a})",
    "e to the power 1000 is no float, and sigmoid is always between 0 and 1",
    rounds=4,
    a=far,
)
def sigmoid_far_out(namespace: Namespace, a: float) -> Any:
    """Return the sigmoid of a number far from zero."""
    return namespace["Value"](a).sigmoid().data


ERRORS = "day3-value-functions-errors"


def _refusal(name: str, words: str, because: str, operate: Callable[..., Any], **drawers: Any) -> None:
    def refused(namespace: Namespace, **inputs: float) -> Any:
        leaves = {key: namespace["Value"](item) for key, item in inputs.items()}
        try:
            return f"no error; the answer is {operate(namespace['Value'], **leaves).data}"
        except NotImplementedError:
            raise
        except (ZeroDivisionError, ValueError, TypeError) as error:
            kinds = (ZeroDivisionError, ValueError, TypeError)
            return next(kind.__name__ for kind in kinds if isinstance(error, kind))

    refused.__name__ = name
    probe(ERRORS, f"the error of {words}", because, rounds=2, **drawers)(refused)


_refusal(
    "value_exponent",
    "`x ** y` for x = Value({x}), y = Value({y})",
    "the rule for a power holds for a plain number as the exponent",
    lambda value, x, y: x**y,
    x=positive,
    y=positive,
)
_refusal(
    "log_negative",
    "`x.log()` for x = Value({x})",
    "a negative number has no logarithm",
    lambda value, x: x.log(),
    x=negative,
)
_refusal(
    "log_zero", "`x.log()` for x = Value(0.0)", "zero has no logarithm", lambda value, x: (value(0.0)).log(), x=positive
)
_refusal(
    "root_of_negative",
    "`x ** 0.5` for x = Value({x})",
    "a negative number has no real square root",
    lambda value, x: x**0.5,
    x=negative,
)
_refusal(
    "root_of_negative_fraction",
    "`x ** 0.5` for x = Value(-{x})",
    "a negative number has no real square root",
    lambda value, x: value(-x.data) ** 0.5,
    x=fraction,
)
_refusal(
    "divide_by_zero", "`x / 0.0` for x = Value({x})", "no number times 0 gives {x}", lambda value, x: x / 0.0, x=number
)
_refusal(
    "divide_by_zero_node",
    "`x / Value(0.0)` for x = Value({x})",
    "no number times 0 gives {x}",
    lambda value, x: x / value(0.0),
    x=number,
)
_refusal("zero_to_negative", "`Value(0.0) ** -2`", "it would be 1 over 0", lambda value, x: value(0.0) ** -2, x=number)


# Exercise 3.3: backward twice


def _second(key: str, why: str) -> None:
    def predicted(namespace: Namespace) -> Any:
        return written(written(namespace["second"])[key])

    predicted.__name__ = re.sub(r"\W+", "_", key)
    probe(
        "day3-twice-predict",
        f"`{key}`, for h = 3*a, first (2*h).backward(), then (5*h).backward()",
        why,
        reveal=False,
    )(predicted)


_second("a.grad after the first", "a gets 3 for each unit of h.grad")
_second("h.grad after the first", "h gets the slope from h to 2*h")
_second("a.grad after the second", "a leaf keeps what it has, and a second pass adds to it")
_second("h.grad after the second", "an interior node starts afresh, and the second pass starts from 5*h")
_second(
    "a.grad, interior kept",
    "there h.grad still holds the first pass's gradient when the second one arrives, and all of it goes on to a",
)

CLEAR = "day3-twice-clear"


@contextmanager
def fair_clearing(namespace: Namespace) -> Iterator[Callable[[Any], Any]]:
    """Give the learner's ``zero_grad``, with a sort that is right while it lasts."""

    def gets_along() -> bool:
        for build in (diamond, doublings):
            nodes = graph(namespace, build)
            order = order_of(namespace, nodes)
            if len(order) != len(nodes) or too_early(order, nodes):
                return False
        return True

    with fair_sort(namespace["zero_grad"], gets_along):
        yield namespace["zero_grad"]


def _clearing(build: Callable[[Leaf], dict[str, Any]], words: str) -> None:
    def cleared(namespace: Namespace, g: float) -> Any:
        nodes = graph(namespace, build)
        for node in nodes.values():
            node.grad = g
        with fair_clearing(namespace) as zero_grad:
            zero_grad(root_of(nodes))
        return {f"{name}.grad": node.grad for name, node in nodes.items()}

    cleared.__name__ = f"cleared_{build.__name__}"
    probe(
        CLEAR,
        f"the gradients after `zero_grad` of the last node of {words}, where every grad was {{g}}",
        "the last node and all that it was made from are cleared",
        rounds=1,
        g=number,
    )(cleared)


_clearing(only_leaf, "a, a single leaf")
_clearing(used_twice, "b = a + a")
_clearing(diamond, "s = a + b, p = s*a, q = s*b, r = p + q")


@probe(
    CLEAR,
    "`z.grad` after `zero_grad(y)`, for y = a + a and z = y + a, where z.grad was {g}",
    "y was not made from z, so z is not in the graph of y",
    g=number,
)
def child_untouched(namespace: Namespace, g: float) -> Any:
    """Return the gradient of a node that is not behind the root."""

    def build(leaf: Leaf) -> dict[str, Any]:
        a = leaf(2.0)
        y = a + a
        return {"a": a, "y": y, "z": y + a}

    nodes = graph(namespace, build)
    nodes["z"].grad = g
    with fair_clearing(namespace) as zero_grad:
        zero_grad(nodes["y"])
    return nodes["z"].grad


@probe(CLEAR, "`a.data` after `zero_grad(y)`, for y = a + a, a = Value(3.0)", "only gradients are cleared")
def data_kept(namespace: Namespace) -> Any:
    """Return the data of a leaf after clearing."""
    nodes = graph(namespace, used_twice)
    with fair_clearing(namespace) as zero_grad:
        zero_grad(nodes["b"])
    return nodes["a"].data


@probe(
    CLEAR,
    f"`x.grad` after `zero_grad(y)`, for {DOUBLINGS} times y = y + y above x",
    "each node is cleared once",
    lines=LINES,
)
def doublings_cleared(namespace: Namespace) -> Any:
    """Return the gradient of the leaf below many doublings after clearing."""
    nodes = graph(namespace, doublings)
    nodes["x"].grad = 7.0
    with fair_clearing(namespace) as zero_grad:
        zero_grad(root_of(nodes))
    return nodes["x"].grad


REPEAT = "day3-twice-repeat"


def _repeated(name: str, words: str, why: str, question: Callable[[Leaf], Any]) -> None:
    def asked(namespace: Namespace) -> Any:
        with fair_engine(namespace) as value:
            return question(value)

    asked.__name__ = name
    probe(REPEAT, words, why)(asked)


def _calls(nodes: dict[str, Any], times: int) -> list[float]:
    found = []
    for _ in range(times):
        root_of(nodes).backward()
        found.append(nodes["x"].grad)
    return found


def _line(leaf: Leaf) -> dict[str, Any]:
    x, two, one = leaf(3.0), leaf(2.0), leaf(1.0)
    y = x * two
    return {"x": x, "y": y, "z": y + one}


def _longer_line(leaf: Leaf) -> dict[str, Any]:
    x, two = leaf(3.0), leaf(2.0)
    u = two * x
    v = u * two
    return {"x": x, "u": u, "v": v, "y": v * two}


def _triple(leaf: Leaf) -> dict[str, Any]:
    x, three = leaf(2.0), leaf(3.0)
    return {"x": x, "y": three * x}


def _two_losses(leaf: Leaf) -> Any:
    a, three, five = leaf(2.0), leaf(3.0), leaf(5.0)
    (three * a).backward()
    (five * a).backward()
    return a.grad


def _two_heads(leaf: Leaf) -> Any:
    a, three, two, five = leaf(1.0), leaf(3.0), leaf(2.0), leaf(5.0)
    h = three * a
    (two * h).backward()
    first = a.grad
    (five * h).backward()
    return [first, a.grad]


def _root_after_two(leaf: Leaf) -> Any:
    nodes = _triple(leaf)
    _calls(nodes, 2)
    return nodes["y"].grad


_repeated(
    "line",
    "`x.grad` after the first, second and third z.backward(), for z = x*2 + 1",
    "x collects 2 from each call, and x*2 starts afresh each time",
    lambda leaf: _calls(_line(leaf), 3),
)
_repeated(
    "triple",
    "`x.grad` after the first and second y.backward(), for y = 3*x",
    "x collects 3 from each call",
    lambda leaf: _calls(_triple(leaf), 2),
)
_repeated(
    "longer_line",
    "`x.grad` after the first and second y.backward(), for y = ((2*x) * 2) * 2",
    "x collects 8 from each call, and every node between x and y starts afresh",
    lambda leaf: _calls(_longer_line(leaf), 2),
)
_repeated("root", "`y.grad` after y.backward() twice, for y = 3*x", "dy/dy is 1 every time", _root_after_two)
_repeated("losses", "`a.grad` after (3*a).backward() and (5*a).backward()", "a leaf collects 3 and 5", _two_losses)
_repeated(
    "heads",
    "`a.grad` after (2*h).backward() and again after (5*h).backward(), for h = 3*a",
    "the first call adds 2 * 3, and the second 5 * 3, since h starts afresh",
    _two_heads,
)


# Exercise 3.4: the gradient check

COMPARES, MESSAGE = "day3-gradcheck-compares", "day3-gradcheck-message"


class Tape:
    """A small engine of our own to be checked: right, unless a subclass says otherwise."""

    right_slope = 1.0  # what the slope towards the right operand of a product is multiplied by
    power_slope = 1.0

    def __init__(self, data: float, _prev: tuple[Any, ...] = (), slopes: tuple[float, ...] = ()):
        self.data, self.grad, self._prev, self.slopes = float(data), 0.0, _prev, slopes
        self._op = self.label = ""

    def _backward(self) -> None:
        for parent, slope in zip(self._prev, self.slopes, strict=True):
            parent.grad += slope * self.grad

    def backward(self) -> None:
        """Fill in all gradients."""
        drive(self, 1.0)

    def _wrap(self, other: Any) -> Any:
        return other if isinstance(other, Tape) else type(self)(other)

    def __add__(self, other: Any) -> Any:
        other = self._wrap(other)
        return type(self)(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other: Any) -> Any:
        other = self._wrap(other)
        return type(self)(self.data * other.data, (self, other), (other.data, self.right_slope * self.data))

    def __pow__(self, n: float) -> Any:
        return type(self)(self.data**n, (self,), (self.power_slope * n * self.data ** (n - 1),))

    def exp(self) -> Any:
        """Return e to the power of this."""
        return type(self)(math.exp(self.data), (self,), (math.exp(self.data),))

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -self._wrap(other)

    def __rsub__(self, other: Any) -> Any:
        return self._wrap(other) - self

    def __truediv__(self, other: Any) -> Any:
        return self * self._wrap(other) ** -1

    def __rtruediv__(self, other: Any) -> Any:
        return self._wrap(other) / self

    __radd__, __rmul__ = __add__, __mul__


def crooked(right_slope: float = 1.0, power_slope: float = 1.0) -> type[Tape]:
    """Return an engine whose slopes are off by these factors."""
    return type("Crooked", (Tape,), {"right_slope": right_slope, "power_slope": power_slope})


ACCIDENTS = (NameError, TypeError, AttributeError, LookupError, RecursionError)


def verdict_of(namespace: Namespace, f: Callable[..., Any], inputs: list[Any], **tolerances: float) -> str:
    """Return whether the learner's check passes or raises; an accident of its own is raised on."""
    try:
        answer = namespace["gradcheck"](f, inputs, **tolerances)
    except (NotImplementedError, *ACCIDENTS):
        raise
    except Exception:
        return "an error"
    return "True" if answer is True else f"the answer {answer}"


def _checking(name: str, words: str, why: str, question: Callable[..., str], **drawers: Any) -> None:
    question.__name__ = name
    probe(COMPARES, f"the outcome of `gradcheck` for {words}", why, rounds=2, **drawers)(question)


_checking(
    "right_product",
    "a*b at {a}, {b}, in an engine that is right",
    "engine and nudge agree, and then it returns True",
    lambda namespace, a, b: verdict_of(namespace, lambda x, y: x * y, [Tape(a), Tape(b)]),
    a=number,
    b=number,
)
_checking(
    "right_shared",
    "(a*b + a) * a at {a}, {b}, in an engine that is right",
    "engine and nudge agree, and then it returns True",
    lambda namespace, a, b: verdict_of(namespace, lambda x, y: (x * y + x) * x, [Tape(a), Tape(b)]),
    a=number,
    b=number,
)
_checking(
    "wrong_last",
    "a*b at {a}, {b}, in an engine where the gradient of b is half of what it should be",
    "the second input disagrees",
    lambda namespace, a, b: verdict_of(namespace, lambda x, y: x * y, [crooked(0.5)(a), crooked(0.5)(b)]),
    a=number,
    b=number,
)
_checking(
    "wrong_first",
    "b*a at {a}, {b}, in an engine where the gradient of a, the first input, is half of what it should be",
    "the first input disagrees",
    lambda namespace, a, b: verdict_of(namespace, lambda x, y: y * x, [crooked(0.5)(a), crooked(0.5)(b)]),
    a=number,
    b=number,
)
_checking(
    "wrong_above",
    "a*b at {a}, {b}, in an engine where the gradient of b is twice what it should be",
    "a gradient that is too large disagrees like one that is too small",
    lambda namespace, a, b: verdict_of(namespace, lambda x, y: x * y, [crooked(2.0)(a), crooked(2.0)(b)]),
    a=positive,
    b=positive,
)
_checking(
    "wrong_sign",
    "a**2 at {a}, in an engine where the gradient has the wrong sign",
    "sizes that agree are not enough",
    lambda namespace, a: verdict_of(namespace, lambda x: x**2, [crooked(power_slope=-1.0)(a)]),
    a=number,
)
_checking(
    "wrong_by_two",
    "a**2 at {a}, in an engine where the gradient is twice what it should be",
    "it is as far from the central difference as the gradient that would be right is from 0",
    lambda namespace, a: verdict_of(namespace, lambda x: x**2, [crooked(power_slope=2.0)(a)]),
    a=number,
)
_checking(
    "nan_gradient",
    "a**2 at {a}, in an engine where the gradient is NaN",
    "NaN agrees with nothing",
    lambda namespace, a: verdict_of(namespace, lambda x: x**2, [crooked(power_slope=math.nan)(a)]),
    a=number,
)


@probe(
    COMPARES,
    "the outcome of `gradcheck`, twice, for a*b and the same two leaves of an engine that is right",
    "gradients that the leaves hold from before don't count",
    a=number,
    b=number,
)
def asked_twice(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdicts of two calls on the same leaves, which hold a gradient already."""
    leaves = [Tape(a), Tape(b)]
    leaves[0].grad = leaves[1].grad = 7.0
    return [verdict_of(namespace, lambda x, y: x * y, leaves) for _ in range(2)]


@probe(
    COMPARES,
    "the data of the inputs after `gradcheck` of a*b at {a}, {b}",
    "the inputs are left as they are",
    a=number,
    b=number,
)
def inputs_kept(namespace: Namespace, a: float, b: float) -> Any:
    """Return the data of the leaves afterwards."""
    leaves = [Tape(a), Tape(b)]
    verdict_of(namespace, lambda x, y: x * y, leaves)
    return [leaf.data for leaf in leaves]


@probe(
    COMPARES,
    "the outcome of `gradcheck` for a**3 at {a}, eps = 0.01, atol = 0.001, rtol = 0.0",
    "the central difference is off by eps**2 = 0.0001, less than atol; nudging to one side is off by far more",
    a=positive,
)
def central(namespace: Namespace, a: float) -> Any:
    """Return the verdict where a one-sided difference would be too far off."""
    return verdict_of(namespace, lambda x: x**3, [Tape(a)], eps=0.01, atol=0.001, rtol=0.0)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for a**3 at {a}, eps = 0.5, atol = 0.1, rtol = 0.0",
    "with that eps the central difference is off by eps**2 = 0.25, which is more than atol",
    a=positive,
)
def eps_counts(namespace: Namespace, a: float) -> Any:
    """Return the verdict where eps is far too large."""
    return verdict_of(namespace, lambda x: x**3, [Tape(a)], eps=0.5, atol=0.1, rtol=0.0)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for a*b at {a}, {b}, in an engine whose gradient of b is 1% too large, rtol = 0.05",
    "rtol allows 5% of the central difference",
    a=positive,
    b=positive,
)
def rtol_counts(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdict where the relative tolerance is wide."""
    engine = crooked(1.01)
    return verdict_of(namespace, lambda x, y: x * y, [engine(a), engine(b)], rtol=0.05)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for a*b at {a}, {b}, in an engine whose gradient of b is 1% too large, atol = 0.5",
    "atol allows a difference of 0.5, and there it is less than 0.06",
    a=positive,
    b=positive,
)
def atol_counts(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdict where the absolute tolerance is wide."""
    engine = crooked(1.01)
    return verdict_of(namespace, lambda x, y: x * y, [engine(a), engine(b)], atol=0.5)


def told(answer: Any) -> str:
    """Say what the text of an error holds."""
    if not isinstance(answer, dict):
        return str(answer)
    there = [name if found is True else f"{name} {found}" for name, found in answer.items() if found]
    return f"a text with {', '.join(there)}" if there else "a text with none of the three"


@probe(
    MESSAGE,
    "the error of `gradcheck` for x + y*z at {x}, {y}, {z}, where the gradient of z, input 2, is 10 times too big",
    "whoever looks for the mistake needs the input and both numbers",
    phrase=told,
    x=positive,
    y=positive,
    z=positive,
)
def error_text(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Tell which of the three things the text of the error holds; the wording is free."""
    engine = crooked(10.0)
    try:
        namespace["gradcheck"](lambda a, b, c: a + b * c, [engine(x), engine(y), engine(z)])
    except (NotImplementedError, *ACCIDENTS):
        raise
    except Exception as error:
        return _holds(str(error), index=2, engine=10 * y, difference=y) if str(error) else "an error without a text"
    return "no error"


def _holds(text: str, index: int, engine: float, difference: float) -> dict[str, Any]:
    numbers = [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", text)]

    def near(target: float) -> bool:
        return any(math.isclose(found, target, rel_tol=5e-3) for found in numbers)

    def says(whole: int) -> bool:
        return re.search(rf"(?<![\d.]){whole}(?!\d|\.\d)", text) is not None

    found = {
        "the index": says(index) or ("counted from 1" if says(index + 1) else False),
        "the engine's gradient": near(engine),
        "the central difference": near(difference),
    }
    # Who divides by eps alone refuses input 0 already: its slope is 1, and 2 stands in the text. Others who refuse
    # what is right have other numbers there, and have made another mistake.
    return found if any(found.values()) else {**found, "twice the slope of input 0": near(2.0)}


def _named(key: str, why: str, choices: tuple[str, ...]) -> None:
    def answer(namespace: Namespace) -> Any:
        return str(written(written(namespace["broken"])[key])).strip()

    answer.__name__ = key
    probe("day3-gradcheck-broken", f'`broken["{key}"]`', why, reveal=False, choices=choices)(answer)


_named("engine", "`gradcheck` raises for one engine alone, at numbers in general position", ("A", "B", "C"))
_named(
    "operator",
    "`gradcheck` raises for one operator of that engine alone; check each by itself",
    ("+", "-", "*", "/", "**"),
)


# Exercise 3.5: the design

BUILT = "day3-design-built"


def _parts_hold(value: type) -> bool:
    x = value(0.5)
    e = (2 * x).exp()
    y = (e - 1) / (e + 1)
    drive(y, 1.0)
    t = math.tanh(0.5)
    return math.isclose(y.data, t, rel_tol=1e-9) and math.isclose(x.grad, 1 - t * t, rel_tol=1e-9)


def parts(namespace: Namespace) -> type:
    """Return the learner's class where it has what the formula needs, else an engine of our own."""
    value = namespace.get("Value", Tape)
    return value if _true(lambda: _parts_hold(value)) else Tape


@probe(BUILT, "`tanh_from_exp(x).data` for x = Value({a})", "the formula is tanh of {a}", a=small)
def built_data(namespace: Namespace, a: float) -> Any:
    """Return the data of tanh built from exp."""
    return namespace["tanh_from_exp"](parts(namespace)(a)).data


@probe(
    BUILT,
    "`x.grad` for y = tanh_from_exp(x), x = Value({a}), with y.grad = {upstream}",
    "both designs have the slope 1 - y**2",
    a=small,
    upstream=number,
)
def built_gradient(namespace: Namespace, a: float, upstream: float) -> Any:
    """Return the gradient of tanh built from exp."""
    x = parts(namespace)(a)
    drive(namespace["tanh_from_exp"](x), upstream)
    return x.grad


@probe(
    BUILT,
    "how many operations `tanh_from_exp(x)` is made of",
    "it takes a product, `exp`, a sum, a difference and a quotient",
    a=small,
)
def built_from_parts(namespace: Namespace, a: float) -> Any:
    """Tell whether the result is made of several operations."""
    value = parts(namespace)
    made = sum(1 for node in sorted_nodes(namespace["tanh_from_exp"](value(a))) if len(list(node._prev)) > 0)
    return "several" if made > 2 else made


DESIGNS = ("native", "from exp", "both", "neither")


def _chosen(check: str, key: str, why: str, choices: tuple[str, ...] = DESIGNS) -> None:
    def answer(namespace: Namespace) -> Any:
        return str(written(written(namespace["choice"])[key])).strip()

    answer.__name__ = re.sub(r"\W+", "_", key.replace("-", "minus"))
    probe(check, f'`choice["{key}"]`', why, reveal=False, choices=choices)(answer)


_chosen("day3-design-overflow", "overflows at 400", "look at each step: `math.tanh` at 400 alone, and `exp` of 2x")
_chosen(
    "day3-design-overflow",
    "overflows at -400",
    "look at each step again: how large is `exp` of a very negative number?",
)
_chosen(
    "day3-design-because",
    "because",
    "ask of every step on the way, and of the answer itself, how large it is",
    ("A", "B", "C", "D"),
)
