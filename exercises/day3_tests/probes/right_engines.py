# SPDX-License-Identifier: MIT
"""Right engines in several styles, for questions about functions that test engines.

They are put together from parts: numbers, slopes, the order of the backward pass. A fault is another part. So right
and broken engines have the same name, module and methods, and inspect finds no source for either.
Each call of :func:`engine` makes a new class: a change to one does not reach the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

__all__ = ["ANSWERS", "RIGHT", "STYLES", "Parts", "depth_first", "engine", "starts_afresh"]

ANSWERS = ("day3-topological-order-", "day3-value-")

Order = Callable[[Any], list[Any]]


@dataclass(frozen=True)
class Parts:
    """What an engine is made of.

    Attributes:
        numbers: What each operation computes from the numbers of its operands.
        slopes: Its slopes towards them, from the same numbers.
        order: The nodes of a graph in the order in which they pass on, from its root.
        before: What is done with the root and these nodes before that.
        collect: What a node holds after a share has arrived, from what it held and the share.
        container: What holds the parents.
        late: Whether the slopes are computed in the backward pass, from the data of that moment.
        rule: The name under which a node keeps what it passes on.
        built: The operations that are made of others.
        left: What ``number + node`` and ``number - node`` make, by sign; of the class, the node and the number.
    """

    numbers: Mapping[str, Callable[..., float]]
    slopes: Mapping[str, Callable[..., tuple[float, ...]]]
    order: Order
    before: Callable[[Any, list[Any]], None]
    collect: Callable[[float, float], float]
    container: Callable[[Any], Any]
    late: bool
    rule: str
    built: frozenset[str]
    left: Mapping[str, Callable[[type, Any, float], Any]]


def depth_first(root: Any, key: Callable[[Any], Any] = id) -> list[Any]:
    """Return the nodes behind a root, children before parents; two nodes with the same key count as one."""
    order, opened, listed, waiting = [], set(), set(), [root]
    while waiting:
        node = waiting[-1]
        name = key(node)
        if name not in opened:
            opened.add(name)
            waiting += node._prev
            continue
        waiting.pop()
        if name not in listed:
            listed.add(name)
            order.append(node)
    return order[::-1]


def newest_first(root: Any) -> list[Any]:
    """Return the nodes behind a root, newest first: a node that was made later cannot be a parent."""
    found, waiting = {id(root): root}, [root]
    while waiting:
        for parent in waiting.pop()._prev:
            if id(parent) not in found:
                found[id(parent)] = parent
                waiting.append(parent)
    return sorted(found.values(), key=lambda node: node._number, reverse=True)


def starts_afresh(root: Any, nodes: list[Any]) -> None:
    """Clear what interior nodes hold; a root without parents is a leaf, and collects."""
    for node in nodes:
        if node._prev:
            node.grad = 0.0
    root.grad += 1.0


def _power(x: float, n: float) -> float:
    if x < 0 and n % 1:
        raise ValueError(f"{x} has no real power {n}")
    return float(x**n)


def _stable(x: float) -> float:
    small = math.exp(-abs(x))
    return 1 / (1 + small) if x >= 0 else small / (1 + small)


NUMBERS: dict[str, Callable[..., float]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "**": _power,
    "neg": lambda x: -x,
    "relu": lambda x: x if x > 0 else 0.0,
    "tanh": math.tanh,
    "exp": math.exp,
    "log": math.log,  # which raises a ValueError by itself
    "sigmoid": _stable,
}
SLOPES: dict[str, Callable[..., tuple[float, ...]]] = {
    "+": lambda x, y: (1.0, 1.0),
    "-": lambda x, y: (1.0, -1.0),
    "*": lambda x, y: (y, x),
    "/": lambda x, y: (1 / y, -x / y**2),
    "**": lambda x, n: (n * x ** (n - 1) if n else 0.0,),
    "neg": lambda x: (-1.0,),
    "relu": lambda x: (1.0 if x > 0 else 0.0,),
    "tanh": lambda x: (1 - math.tanh(x) ** 2,),
    "exp": lambda x: (math.exp(x),),
    "log": lambda x: (1 / x,),
    "sigmoid": lambda x: (_stable(x) * _stable(-x),),
}
LEFT: dict[str, Callable[[type, Any, float], Any]] = {
    "+": lambda value, node, number: value(number) + node,
    "-": lambda value, node, number: value(number) - node,
}

RULES = Parts(
    NUMBERS, SLOPES, depth_first, starts_afresh, lambda held, share: held + share, tuple, True, "_backward",
    frozenset(("-", "/")), LEFT,
)  # fmt: skip


def _changed(**parts: Any) -> Parts:
    return Parts(**{**vars(RULES), **parts})


# Right engines, as learners write them. Those with another rule than `_backward` have no method of that name.
STYLES: dict[str, Parts] = {
    "with closures, and parents in a tuple": RULES,
    "with stored slopes, and parents in a list": _changed(
        container=list, late=False, rule="_shares", built=frozenset(), order=newest_first
    ),
    "with closures, and parents in a set": _changed(container=set, built=frozenset(("-",))),
    "with stored slopes, sorted by when nodes were made": _changed(late=False, rule="_record", order=newest_first),
}

RIGHT = next(iter(STYLES.values()))


def engine(parts: Parts, made: Callable[[], int] | None = None) -> type:
    """Return a class that does what the card of the engine says, apart from its faulty parts.

    Args:
        parts: What it is made of.
        made: Called when a node is made; returns how many there are.
    """
    made = made or partial(next, count(1))

    class Value:
        def __init__(self, data: float, _prev: Any = (), _op: str = "", label: str = ""):
            self.data, self.grad, self._number = float(data), 0.0, made()
            self._prev, self._op, self.label = parts.container(_prev), _op, label
            setattr(self, parts.rule, _nothing)

        def __repr__(self) -> str:
            return f"Value(data={self.data}, grad={self.grad})"

        def backward(self) -> None:
            nodes = parts.order(self)
            parts.before(self, nodes)
            for node in nodes:
                getattr(node, parts.rule)()

    def operation(sign: str, *operands: Any, more: tuple[float, ...] = ()) -> Any:
        numbers = [operand.data for operand in operands]
        out = Value(parts.numbers[sign](*numbers, *more), operands, sign)
        kept = None if parts.late else parts.slopes[sign](*numbers, *more)

        def rule() -> None:
            slopes = kept
            if slopes is None:
                slopes = parts.slopes[sign](*(operand.data for operand in operands), *more)
            for operand, slope in zip(operands, slopes, strict=True):
                operand.grad = parts.collect(operand.grad, slope * out.grad)

        rule.__qualname__ = "rule"
        setattr(out, parts.rule, rule)
        return out

    def wrapped(other: Any) -> Any:
        return other if isinstance(other, Value) else Value(other)

    def minus(self: Any, other: Any) -> Any:
        return self + -wrapped(other) if "-" in parts.built else operation("-", self, wrapped(other))

    def divide(self: Any, other: Any) -> Any:
        return self * wrapped(other) ** -1 if "/" in parts.built else operation("/", self, wrapped(other))

    def power(self: Any, exponent: Any) -> Any:
        if isinstance(exponent, Value):
            raise TypeError("the exponent is a plain number")
        return operation("**", self, more=(exponent,))

    methods: dict[str, Callable[..., Any]] = {
        "__add__": lambda self, other: operation("+", self, wrapped(other)),
        "__radd__": lambda self, other: parts.left["+"](Value, self, other),
        "__sub__": minus,
        "__rsub__": lambda self, other: parts.left["-"](Value, self, other),
        "__mul__": lambda self, other: operation("*", self, wrapped(other)),
        "__rmul__": lambda self, other: wrapped(other) * self,
        "__truediv__": divide,
        "__rtruediv__": lambda self, other: wrapped(other) / self,
        "__pow__": power,
        "__neg__": lambda self: operation("neg", self),
        **{name: _of_one(operation, name) for name in ("relu", "tanh", "exp", "log", "sigmoid")},
    }
    for name, method in methods.items():
        method.__name__, method.__qualname__ = name, f"Value.{name}"
        setattr(Value, name, method)
    Value.__module__, Value.__qualname__ = "__main__", "Value"
    return Value


def _of_one(operation: Callable[..., Any], name: str) -> Callable[[Any], Any]:
    return lambda self: operation(name, self)


def _nothing() -> None:
    pass
