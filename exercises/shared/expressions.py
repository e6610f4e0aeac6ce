# SPDX-License-Identifier: MIT
"""Expressions as plain data.

An expression is ``{"leaves": [2.5, -1.25], "steps": [["*", 0, 1], ["+", 2, 0]]}``. Its nodes are numbered: the
leaves first, then one node for each step. A step names an operation and the nodes it takes; the last step is the
result. The step of a power is ``["**", node, exponent]``, with a plain number for the exponent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Expression = dict[str, list[Any]]

# How each operation is applied to nodes (or to plain floats), and how it is written.
OPERATIONS: dict[str, tuple[Callable[..., Any], str]] = {
    "+": (lambda a, b: a + b, "{} + {}"),
    "-": (lambda a, b: a - b, "{} - {}"),
    "*": (lambda a, b: a * b, "{} * {}"),
    "/": (lambda a, b: a / b, "{} / {}"),
    "neg": (lambda a: -a, "-{}"),
    "**": (lambda a, n: a**n, "{}**{}"),
    "relu": (lambda a: a.relu(), "{}.relu()"),
    "tanh": (lambda a: a.tanh(), "{}.tanh()"),
    "exp": (lambda a: a.exp(), "{}.exp()"),
    "log": (lambda a: a.log(), "{}.log()"),
    "sigmoid": (lambda a: a.sigmoid(), "{}.sigmoid()"),
}
TWO_OPERANDS = ("+", "-", "*", "/")
NAMES = "abcdefghijklmnopqrstuvwxyz"


def nodes_of(drawn: Expression, leaf: Callable[[float], Any]) -> list[Any]:
    """Return all nodes of an expression, leaves first, built from what ``leaf`` makes of a number."""
    nodes = [leaf(data) for data in drawn["leaves"]]
    for name, first, *second in drawn["steps"]:
        operate = OPERATIONS[name][0]
        if name in TWO_OPERANDS:
            nodes.append(operate(nodes[first], nodes[second[0]]))
        else:
            nodes.append(operate(nodes[first], *second))
    return nodes
