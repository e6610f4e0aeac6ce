# SPDX-License-Identifier: MIT
"""Day 1: what is asked of the Value class, of ``trace`` and of the answers on paper."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

from grading.exercises.shared.inputs import integer, number, positive
from grading.exercises.shared.probe import probe, written
from grading.exercises.shared.stand_in import graph
from grading.notebooks import reference

Namespace = Mapping[str, Any]


def names_of(found: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``found``, sorted; an object that is not known is called that."""
    names = {id(node): name for name, node in known.items()}
    return sorted(names.get(id(node), "another object") for node in found)


def equal_as_one(names: list[str], known: dict[str, Any]) -> list[str]:
    """Give leaves that hold equal numbers one name, such as "a or b".

    When they are taken for one, it depends on the way through the graph which of them is left out.
    """
    leaves = {name: node.data for name, node in known.items() if not list(node._prev)}
    alike = {name: [other for other, data in leaves.items() if data == leaves[name]] for name in leaves}
    return sorted(" or ".join(alike.get(name, [name])) for name in names)


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


@probe("day1-value-construct", "`Value({a}).grad`", "nothing has been added to it yet when a node is made", a=number)
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
    words = " and ".join(name for name, there in answer.items() if there is True)
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
    "the plain number takes part as a node of its own",
    a=number,
    c=number,
)
def constant_added_right(namespace: Namespace, a: float, c: float) -> Any:
    """Return the sum of a node and a number."""
    return (namespace["Value"](a) + c).data


@probe(
    "day1-value-constants",
    "`(x * {c}).data` for x = Value({a})",
    "the plain number takes part as a node of its own",
    a=number,
    c=number,
)
def constant_multiplied_right(namespace: Namespace, a: float, c: float) -> Any:
    """Return the product of a node and a number."""
    return (namespace["Value"](a) * c).data


@probe(
    "day1-value-constants",
    "`({c} + x).data` for x = Value({a})",
    "the plain number can't add a Value, so Python asks `x.__radd__`",
    a=number,
    c=number,
)
def constant_added_left(namespace: Namespace, a: float, c: float) -> Any:
    """Return the sum of a number and a node."""
    return (c + namespace["Value"](a)).data


@probe(
    "day1-value-constants",
    "`({c} * x).data` for x = Value({a})",
    "the plain number can't multiply a Value, so Python asks `x.__rmul__`",
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
    "the plain number becomes a leaf of the graph",
    a=positive,
    c=integer,
)
def constant_becomes_leaf(namespace: Namespace, a: float, c: int) -> Any:
    """Return the data of the parents of a sum with a constant."""
    return sorted(parent.data for parent in (namespace["Value"](a) + c)._prev)


@probe(
    "day1-value-constants",
    "the nodes that can be reached from `{c} * x`, apart from the result and the number",
    "x is what it was made from",
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
    """Build ``e = a*b + c``, with labels: the other graphs have none, so labels can't tell their nodes apart."""
    a, b, c = leaf(2.0), leaf(-3.0), leaf(10.0)
    d = a * b
    nodes = {"a": a, "b": b, "c": c, "d": d, "e": d + c}
    for name, node in nodes.items():
        with suppress(AttributeError):  # Labels are free: a class may have none.
            node.label = name
    return nodes


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
        return equal_as_one(names_of(answer[0], nodes), nodes)

    def edges_of(namespace: Namespace) -> Any:
        answer, nodes = traced(namespace)
        return _edge_names(answer[1], nodes)

    nodes_of.__name__, edges_of.__name__ = f"nodes_{build.__name__}", f"edges_{build.__name__}"
    ask = f"the nodes that `trace` returns for {words}"
    probe("day1-trace-nodes", ask, why, phrase=listed, graph=build)(nodes_of)
    probe(
        "day1-trace-edges",
        f"the edges that `trace` returns for {words}",
        f"{why}, and each use is an edge (parent, child)",
        phrase=listed,
        graph=build,
    )(edges_of)


for _build, _words, _why in GRAPHS:
    _trace_questions(_build, _words, _why)


# Exercise 1.3: predict


QUANTITIES = ("nodes", "edges", "value")


def kinds(answer: Any) -> str:
    """Say which entries are text."""
    if not isinstance(answer, list):
        return str(answer)
    return f"text: the entry of {' and that of '.join(map(repr, answer))} stands in quotes" if answer else "numbers"


def _prediction(check: str, key: str, why: str) -> None:
    reasons = {
        "nodes": why,
        "edges": "each input of an operation is one edge, also where one node is both inputs",
        "value": "put the numbers in the place of the names; a product comes before a sum",
    }

    @probe(check, f"the entries of `prediction` for {key}", "a number stands without quotes", phrase=kinds, rounds=1)
    def entered_as_text(namespace: Namespace) -> Any:
        mine = written(written(namespace["prediction"])[key])
        return [quantity for quantity in QUANTITIES if isinstance(mine.get(quantity), str)]

    for quantity in QUANTITIES:

        def predicted(namespace: Namespace, quantity: str = quantity) -> Any:
            return written(written(namespace["prediction"])[key][quantity])

        predicted.__name__ = quantity
        asked = "the value" if quantity == "value" else f"the number of {quantity}"
        probe(check, f"{asked} of {key}, at a = 2, b = -3, c = 10", reasons[quantity], reveal=False)(predicted)


_prediction("day1-predict-product", "(a*b)+c", "there are three leaves and one node for each operation")
_prediction("day1-predict-shared", "s*s where s=a+b", "the sum is computed once: s is one node, used twice")
_prediction("day1-predict-reuse", "a*a+a", "a is one node, used three times")


# Exercise 1.4: draw


def pair_of(entry: Any) -> str:
    """Return a pair of names as text; an entry that is no pair is said to be none."""
    if isinstance(entry, (str, bytes)) or not hasattr(entry, "__len__") or len(entry) != 2:
        return f"{entry!r}, which is no pair"
    parent, child = entry
    return f"({str(parent).strip()}, {str(child).strip()})"


def _drawing(index: int) -> None:
    def pairs(namespace: Namespace) -> Any:
        return sorted(pair_of(entry) for entry in written(namespace[f"graph_{index}"]))

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

OPERATORS = ("__neg__", "__sub__", "__rsub__", "__truediv__", "__rtruediv__", "__pow__")


def on_right_class(question: Callable[..., Any]) -> Callable[..., Any]:
    """Ask a question with the learner's six methods in a class whose ``+`` and ``*`` are right.

    So a mistake of exercise 1.1 costs nothing here.
    """

    @wraps(question)
    def asked(namespace: Namespace, **inputs: Any) -> Any:
        with right_class(namespace) as value:
            return question({**namespace, "Value": value}, **inputs)

    return asked


@contextmanager
def right_class(namespace: Namespace) -> Iterator[type]:
    """Give the learner's class where exercise 1.1 is right, else one that is mended for as long as this lasts.

    Mended is the class itself: the learner's methods may call others of its methods. Where that can't be, or where
    there is no class, the six methods are put into the reference's.
    """
    own = namespace.get("Value")
    if own is None:
        yield _grafted(tuple(namespace.get(name) for name in OPERATORS))
        return
    if _is_right(own):
        yield own
        return
    kept = {name: vars(own)[name] for name in _mended(own) if name in vars(own)}
    try:
        for name, method in _mended(own).items():
            setattr(own, name, method)
        yield own if _is_right(own) else _grafted(tuple(getattr(own, name, None) for name in OPERATORS))
    finally:
        for name in _mended(own):
            if name in kept:
                setattr(own, name, kept[name])
            elif name in vars(own):
                delattr(own, name)


def _is_right(value: Any) -> bool:
    try:
        x, y = value(2.5), value(-1.5)
        results = [x + y, x * y, x + 2.0, 2.0 + x, x * 2.0, 2.0 * x]
        known = {"x": x, "y": y}
        parents = [parents_of(result, known) for result in results]
        return (
            [result.data for result in results] == [1.0, -3.75, 4.5, 4.5, 5.0, 5.0]
            and parents[:2] == [["x", "y"], ["x", "y"]]
            and all("x" in found for found in parents)
            and [result._op for result in results[:2]] == ["+", "*"]
            and not list(x._prev)
        )
    except Exception:  # Whatever the class does, its own checks say it.
        return False


@lru_cache(maxsize=8)
def _mended(own: Any) -> dict[str, FunctionType]:
    """Return the reference's methods of exercise 1.1, which make nodes of the given class."""
    return {
        name: FunctionType(method.__code__, {**method.__globals__, "Value": own}, name, method.__defaults__)
        for name, method in vars(_reference_class()).items()
        if isinstance(method, FunctionType)
    }


@lru_cache(maxsize=8)
def _grafted(methods: tuple[Any, ...]) -> type:
    # Kept, since all nodes of one question must be of one class.
    right = _reference_class()
    for name, method in zip(OPERATORS, methods, strict=True):
        if isinstance(method, FunctionType):
            # Where it says Value it must mean this class, too.
            meant = {**method.__globals__, "Value": right}
            setattr(right, name, FunctionType(method.__code__, meant, name, method.__defaults__, method.__closure__))
    return right


def _reference_class() -> Any:
    names: dict[str, Any] = {"__name__": "reference"}
    exec(compile(reference.solutions(1)["day1-value"], "<reference>", "exec"), names)
    return names["Value"]


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
    probe(check, f"`({words}).data` for {where}", why, a=positive, b=positive)(on_right_class(data))
    probe(
        check,
        f"which of the operands can be reached from `{words}`",
        "a result that is not connected forgets where it came from",
        phrase=listed,
        a=positive,
        b=positive,
    )(on_right_class(connected))


_NEGATE, _DIVIDE, _POWER = "day1-stretch-negate-subtract", "day1-stretch-divide", "day1-stretch-power"
_unary_or_binary(_NEGATE, "negate", "-x", "the sign turns round", lambda x, y: -x, second=False)
_unary_or_binary(_NEGATE, "subtract", "x - y", "it is {a} - {b}", lambda x, y: x - y)
_unary_or_binary(_NEGATE, "subtract_constant", "x - {b}", "it is {a} - {b}", lambda x, y: x - y, constant=True)
_unary_or_binary(_NEGATE, "subtract_from_constant", "{b} - x", "it is {b} - {a}", lambda x, y: y - x, constant=True)
_unary_or_binary(_DIVIDE, "divide", "x / y", "it is {a} / {b}", lambda x, y: x / y)
_unary_or_binary(_DIVIDE, "divide_by_constant", "x / {b}", "it is {a} / {b}", lambda x, y: x / y, constant=True)
_unary_or_binary(_DIVIDE, "divide_constant", "{b} / x", "it is {b} / {a}", lambda x, y: y / x, constant=True)


@probe(_POWER, "`(x**{n}).data` for x = Value({a})", "it is {a} to the power {n}", a=number, n=integer)
@on_right_class
def power(namespace: Namespace, a: float, n: int) -> Any:
    """Return a node to a whole power."""
    return (namespace["Value"](a) ** n).data


@probe(_POWER, "`(x**-{n}).data` for x = Value({a})", "it is 1 over {a} to the power {n}", a=number, n=integer)
@on_right_class
def negative_power(namespace: Namespace, a: float, n: int) -> Any:
    """Return a node to a negative power."""
    return (namespace["Value"](a) ** -n).data


@probe(_POWER, "`(x**0.5).data` for x = Value({a})", "it is the square root of {a}", a=positive)
@on_right_class
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
@on_right_class
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
@on_right_class
def power_has_one_parent(namespace: Namespace, a: float, n: int) -> Any:
    """Return how many parents a power has."""
    return len(list((namespace["Value"](a) ** n)._prev))


@probe(_POWER, "`(x**{n})._op`", "the name of the operation holds the exponent", a=positive, n=integer)
@on_right_class
def power_operation(namespace: Namespace, a: float, n: int) -> Any:
    """Return the name of the operation that made a power."""
    return (namespace["Value"](a) ** n)._op


@probe(
    _POWER,
    "`x**y` for two Values, x = Value({a}) and y = Value({n})",
    "y is no plain number, and `_op` holds plain numbers only",
    phrase=str,
    a=positive,
    n=integer,
)
@on_right_class
def power_by_node(namespace: Namespace, a: float, n: int) -> Any:
    """Return whether an exponent that is a node is refused; which error says so is free."""
    x, y = namespace["Value"](a), namespace["Value"](n)
    try:
        x**y
    except NotImplementedError:
        raise
    except Exception:
        return "refused with an error"
    return "accepted"


@probe(_DIVIDE, "`x / 0.0` for x = Value({a})", "no number times 0 gives {a}", a=number)
@on_right_class
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
@on_right_class
def operands_kept(namespace: Namespace, a: float, b: float) -> Any:
    """Return the operands' data after a subtraction, as a list."""
    x, y = namespace["Value"](a), namespace["Value"](b)
    x - y
    return [x.data, y.data]
