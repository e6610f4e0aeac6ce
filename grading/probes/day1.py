# SPDX-License-Identifier: MIT
"""Day 1: what is asked of the Value class, of ``trace`` and of the answers on paper."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from grading.inputs import integer, number, positive
from grading.probes import probe, written
from grading.stand_in import graph

Namespace = Mapping[str, Any]


def names_of(found: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``found``, sorted; ``?`` for an object that is not known."""
    names = {id(node): name for name, node in known.items()}
    return sorted(names.get(id(node), "?") for node in found)


def parents_of(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of a node's distinct parents, whatever container holds them."""
    return sorted(set(names_of(out._prev, known)))


def reached(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the known nodes that can be reached from ``out`` along ``_prev``."""
    seen: dict[int, Any] = {}
    waiting = [out]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev)
    return sorted(name for name, node in known.items() if id(node) in seen)


def listed(answer: Any) -> str:
    """Say a list of names or edges."""
    if not isinstance(answer, list):
        return str(answer)
    return "nothing" if not answer else ", ".join(str(item) for item in answer)


# Exercise 1.1: the class


@probe("day1-value-construct", "`Value({a}).data`", "a value holds the number it was given", a=number)
def holds_data(namespace: Namespace, a: float) -> Any:
    """Return the data of a fresh node."""
    return namespace["Value"](a).data


@probe("day1-value-construct", "`Value({a}).grad`", "no gradient has arrived when a node is made", a=number)
def starts_without_gradient(namespace: Namespace, a: float) -> Any:
    """Return the gradient of a fresh node."""
    return namespace["Value"](a).grad


@probe("day1-value-construct", "the number of entries in `Value({a})._prev`", "a leaf was made from no node", a=number)
def leaf_has_no_parents(namespace: Namespace, a: float) -> Any:
    """Return how many parents a fresh node has."""
    return len(list(namespace["Value"](a)._prev))


@probe("day1-value-construct", "the length of `Value({a})._op`", "no operation made a leaf, so `_op` is ''", a=number)
def leaf_has_no_operation(namespace: Namespace, a: float) -> Any:
    """Return the length of a fresh node's operation name."""
    return len(namespace["Value"](a)._op)


def shown(answer: Any) -> str:
    """Say what a repr shows."""
    if not isinstance(answer, dict):
        return str(answer)
    words = ", ".join(name for name, there in answer.items() if there is True)
    return f"text with {words}" if words else "text with neither the class nor the number"


@probe(
    "day1-value-repr",
    "`repr(Value({a}))`",
    "whoever prints a node wants to see what it is and what it holds",
    phrase=shown,
    a=number,
)
def shows_itself(namespace: Namespace, a: float) -> Any:
    """Tell what the text of a node contains; the exact wording is free."""
    text = repr(namespace["Value"](a))
    numbers = [float(found) for found in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]
    return {
        "the class's name": "Value" in text,
        "the data": any(math.isclose(found, a, abs_tol=0.051) for found in numbers),
    }


def _two_operands(check: str, sign: str, word: str, operate: Callable[[Any, Any], Any]) -> None:
    """Register the questions that are the same for ``+`` and ``*``."""
    expression = f"x {sign} y"

    @probe(
        check,
        f"`({expression}).data` for x = Value({{a}}), y = Value({{b}})",
        f"{{a}} {sign} {{b}} is the {word} of the data",
        a=number,
        b=number,
    )
    def data(namespace: Namespace, a: float, b: float) -> Any:
        return operate(namespace["Value"](a), namespace["Value"](b)).data

    @probe(
        check,
        f"the type of `{expression}` for two Values",
        "the result must remember its parents too",
        a=number,
        b=number,
    )
    def kind(namespace: Namespace, a: float, b: float) -> Any:
        out = operate(namespace["Value"](a), namespace["Value"](b))
        return "Value" if isinstance(out, namespace["Value"]) else type(out).__name__

    @probe(
        check,
        f"the nodes in `({expression})._prev`",
        "x and y are what it was made from",
        phrase=listed,
        a=number,
        b=number,
    )
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        return parents_of(operate(x, y), {"x": x, "y": y})

    @probe(check, f"the nodes in `(x {sign} x)._prev`", "x is the only node it was made from", phrase=listed, a=number)
    def same_operand_twice(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](a)
        return parents_of(operate(x, x), {"x": x})

    @probe(check, f"`(x {sign} x).data` for x = Value({{a}})", "both operands are {a}", a=number)
    def same_operand_data(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](a)
        return operate(x, x).data

    @probe(check, f"`({expression})._op`", f"the operation that made it is {sign}", a=number, b=number)
    def operation(namespace: Namespace, a: float, b: float) -> Any:
        return operate(namespace["Value"](a), namespace["Value"](b))._op

    @probe(
        check,
        f"`x.data` after `{expression}`, for x = Value({{a}})",
        "an operation makes a new node and leaves its operands as they are",
        a=number,
        b=number,
    )
    def operand_kept(namespace: Namespace, a: float, b: float) -> Any:
        x = namespace["Value"](a)
        operate(x, namespace["Value"](b))
        return x.data


_two_operands("day1-value-add", "+", "sum", lambda x, y: x + y)
_two_operands("day1-value-multiply", "*", "product", lambda x, y: x * y)


@probe(
    "day1-value-constants",
    "`(x + {c}).data` for x = Value({a})",
    "a constant takes part as a node of its own",
    a=number,
    c=number,
)
def constant_added_right(namespace: Namespace, a: float, c: float) -> Any:
    """Return the sum of a node and a number."""
    return (namespace["Value"](a) + c).data


@probe(
    "day1-value-constants",
    "`(x * {c}).data` for x = Value({a})",
    "a constant takes part as a node of its own",
    a=number,
    c=number,
)
def constant_multiplied_right(namespace: Namespace, a: float, c: float) -> Any:
    """Return the product of a node and a number."""
    return (namespace["Value"](a) * c).data


@probe(
    "day1-value-constants",
    "`({c} + x).data` for x = Value({a})",
    "a float can't add a Value, so Python asks `x.__radd__`",
    a=number,
    c=number,
)
def constant_added_left(namespace: Namespace, a: float, c: float) -> Any:
    """Return the sum of a number and a node."""
    return (c + namespace["Value"](a)).data


@probe(
    "day1-value-constants",
    "`({c} * x).data` for x = Value({a})",
    "a float can't multiply a Value, so Python asks `x.__rmul__`",
    a=number,
    c=number,
)
def constant_multiplied_left(namespace: Namespace, a: float, c: float) -> Any:
    """Return the product of a number and a node."""
    return (c * namespace["Value"](a)).data


@probe(
    "day1-value-constants",
    "`sum([x, y]).data` for x = Value({a}), y = Value({b})",
    "`sum` starts at the number 0 and adds x, then y",
    a=number,
    b=number,
)
def summed(namespace: Namespace, a: float, b: float) -> Any:
    """Return the sum of a list of nodes."""
    return sum([namespace["Value"](a), namespace["Value"](b)]).data


@probe(
    "day1-value-constants",
    "the data of the parents of `x + {c}`, for x = Value({a})",
    "the constant becomes a leaf of the graph",
    a=positive,
    c=integer,
)
def constant_becomes_leaf(namespace: Namespace, a: float, c: int) -> Any:
    """Return the data of the parents of a sum with a constant."""
    return sorted(parent.data for parent in (namespace["Value"](a) + c)._prev)


@probe(
    "day1-value-constants",
    "whether x can be reached from `{c} * x`",
    "x is one of the nodes that it was made from",
    phrase=listed,
    a=number,
    c=number,
)
def constant_keeps_node(namespace: Namespace, a: float, c: float) -> Any:
    """Return which known nodes the product of a number and a node is connected to."""
    x = namespace["Value"](a)
    return reached(c * x, {"x": x})


# Exercise 1.2: trace


def product_plus(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build ``e = a*b + c``."""
    a, b, c = leaf(2.0), leaf(-3.0), leaf(10.0)
    d = a * b
    return {"a": a, "b": b, "c": c, "d": d, "e": d + c}


def used_twice(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build ``b = a + a``."""
    a = leaf(3.0)
    return {"a": a, "b": a + a}


def diamond(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build ``s = a + b``, then ``p = s * a`` and ``q = s * b``, then ``r = p + q``."""
    a, b = leaf(2.0), leaf(5.0)
    s = a + b
    p, q = s * a, s * b
    return {"a": a, "b": b, "s": s, "p": p, "q": q, "r": p + q}


def equal_leaves(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build ``c = a * b`` from two leaves that hold the same number."""
    a, b = leaf(3.0), leaf(3.0)
    return {"a": a, "b": b, "c": a * b}


def only_leaf(leaf: Callable[[float], Any]) -> dict[str, Any]:
    """Build a graph of one leaf."""
    return {"a": leaf(4.0)}


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
        return names_of(answer[0], nodes)

    def edges_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return _edge_names(answer[1], nodes)

    nodes_of.__name__, edges_of.__name__ = f"nodes_{build.__name__}", f"edges_{build.__name__}"
    probe("day1-trace-nodes", f"the nodes that `trace` returns for {words}", why, phrase=listed)(nodes_of)
    probe(
        "day1-trace-edges",
        f"the edges that `trace` returns for {words}",
        f"{why}, and each use is an edge (parent, child)",
        phrase=listed,
    )(edges_of)


for _build, _words, _why in GRAPHS:
    _trace_questions(_build, _words, _why)


# Exercise 1.3: predict


def _prediction(check: str, key: str, why: str) -> None:
    for quantity in ("nodes", "edges", "value"):

        def predicted(namespace: Namespace, quantity: str = quantity) -> Any:
            return written(written(namespace["prediction"])[key][quantity])

        predicted.__name__ = quantity
        asked = "the value" if quantity == "value" else f"the number of {quantity}"
        probe(check, f"{asked} of {key}, at a = 2, b = -3, c = 10", why, reveal=False)(predicted)


_prediction("day1-predict-product", "(a*b)+c", "there are three leaves and one node for each operation")
_prediction("day1-predict-shared", "s*s where s=a+b", "the sum is computed once: s is one node, used twice")
_prediction("day1-predict-reuse", "a*a+a", "a is one node, used three times")


# Exercise 1.4: draw


def _drawing(index: int) -> None:
    def pairs(namespace: Namespace) -> Any:
        drawn = written(namespace[f"graph_{index}"])
        return sorted(f"({str(parent).strip()}, {str(child).strip()})" for parent, child in drawn)

    pairs.__name__ = f"graph_{index}"
    probe(
        f"day1-draw-{index}",
        f"the edges in `graph_{index}`",
        "each use of a node is one pair (parent, child)",
        phrase=listed,
        reveal=False,
    )(pairs)


for _index in (1, 2, 3):
    _drawing(_index)


# Exercise 1.5: more operators


def _unary_or_binary(
    check: str,
    name: str,
    words: str,
    why: str,
    operate: Callable[..., Any],
    *,
    second: bool = True,
    constant: bool = False,
) -> None:
    """Register the question for the data, and the one for what the result is connected to."""

    def operands(namespace: Namespace, a: float, b: float) -> tuple[Any, Any, dict[str, Any]]:
        x = namespace["Value"](a)
        if constant or not second:
            return x, b, {"x": x}
        y = namespace["Value"](b)
        return x, y, {"x": x, "y": y}

    def data(namespace: Namespace, a: float, b: float) -> Any:
        x, y, _ = operands(namespace, a, b)
        return operate(x, y).data

    def connected(namespace: Namespace, a: float, b: float) -> Any:
        x, y, known = operands(namespace, a, b)
        return reached(operate(x, y), known)

    data.__name__, connected.__name__ = f"{name}_data", f"{name}_connected"
    where = "x = Value({a})" + ("" if constant or not second else ", y = Value({b})")
    probe(check, f"`({words}).data` for {where}", why, a=positive, b=positive)(data)
    probe(
        check,
        f"which of the operands can be reached from `{words}`",
        "a result that is not connected forgets where it came from",
        phrase=listed,
        a=positive,
        b=positive,
    )(connected)


_NEGATE, _DIVIDE, _POWER = "day1-stretch-negate-subtract", "day1-stretch-divide", "day1-stretch-power"
_unary_or_binary(_NEGATE, "negate", "-x", "the sign turns round", lambda x, y: -x, second=False)
_unary_or_binary(_NEGATE, "subtract", "x - y", "it is {a} - {b}", lambda x, y: x - y)
_unary_or_binary(_NEGATE, "subtract_constant", "x - {b}", "it is {a} - {b}", lambda x, y: x - y, constant=True)
_unary_or_binary(_NEGATE, "subtract_from_constant", "{b} - x", "it is {b} - {a}", lambda x, y: y - x, constant=True)
_unary_or_binary(_DIVIDE, "divide", "x / y", "it is {a} / {b}", lambda x, y: x / y)
_unary_or_binary(_DIVIDE, "divide_by_constant", "x / {b}", "it is {a} / {b}", lambda x, y: x / y, constant=True)
_unary_or_binary(_DIVIDE, "divide_constant", "{b} / x", "it is {b} / {a}", lambda x, y: y / x, constant=True)


@probe(_POWER, "`(x**{n}).data` for x = Value({a})", "it is {a} to the power {n}", a=number, n=integer)
def power(namespace: Namespace, a: float, n: int) -> Any:
    """Return a node to a whole power."""
    return (namespace["Value"](a) ** n).data


@probe(_POWER, "`(x**-{n}).data` for x = Value({a})", "it is 1 over {a} to the power {n}", a=number, n=integer)
def negative_power(namespace: Namespace, a: float, n: int) -> Any:
    """Return a node to a negative power."""
    return (namespace["Value"](a) ** -n).data


@probe(_POWER, "`(x**0.5).data` for x = Value({a})", "it is the square root of {a}", a=positive)
def root(namespace: Namespace, a: float) -> Any:
    """Return a node to the power one half."""
    return (namespace["Value"](a) ** 0.5).data


@probe(
    _POWER,
    "the nodes that can be reached from `x**{n}`",
    "x is the node it was made from",
    phrase=listed,
    a=positive,
    n=integer,
)
def power_connected(namespace: Namespace, a: float, n: int) -> Any:
    """Return what the power is connected to."""
    x = namespace["Value"](a)
    return reached(x**n, {"x": x})


@probe(
    _POWER,
    "the number of entries in `(x**{n})._prev`",
    "x is its only parent: the exponent is a plain number",
    a=positive,
    n=integer,
)
def power_has_one_parent(namespace: Namespace, a: float, n: int) -> Any:
    """Return how many parents a power has."""
    return len(list((namespace["Value"](a) ** n)._prev))


@probe(_POWER, "`(x**{n})._op`", "the name of the operation holds the exponent", a=positive, n=integer)
def power_operation(namespace: Namespace, a: float, n: int) -> Any:
    """Return the name of the operation that made a power."""
    return (namespace["Value"](a) ** n)._op


@probe(_DIVIDE, "`x / 0.0` for x = Value({a})", "no number times 0 gives {a}", a=number)
def divide_by_zero(namespace: Namespace, a: float) -> Any:
    """Return the data of a quotient that does not exist."""
    return (namespace["Value"](a) / 0.0).data


@probe(
    _NEGATE,
    "`(x.data, y.data)` after `x - y`, for x = Value({a}), y = Value({b})",
    "an operation leaves its operands as they are",
    a=positive,
    b=positive,
)
def operands_kept(namespace: Namespace, a: float, b: float) -> Any:
    """Return the operands' data after a subtraction, as a list."""
    x, y = namespace["Value"](a), namespace["Value"](b)
    x - y
    return [x.data, y.data]
