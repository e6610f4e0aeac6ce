# SPDX-License-Identifier: MIT
"""What is asked of the ``Value`` class."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from grading.exercises.shared.graphs import listed, parents_of, reached
from grading.exercises.shared.inputs import integer, number, positive
from grading.exercises.shared.probe import Namespace, probe


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
    numbers = [float(digits) for digits in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]
    return {
        "the class's name": "Value" in text,
        "the data": any(math.isclose(shown_number, a, abs_tol=0.051) for shown_number in numbers),
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
        many=True,
        phrase=listed,
        a=number,
        b=number,
    )
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        return parents_of(operate(x, y), {"x": x, "y": y})

    @probe(
        check,
        f"the nodes in `(x {sign} x)._prev`",
        "x is the only node it was made from",
        many=True,
        phrase=listed,
        a=number,
    )
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
    many=True,
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
    many=True,
    phrase=listed,
    a=number,
    c=number,
)
def constant_keeps_node(namespace: Namespace, a: float, c: float) -> Any:
    """Return which known nodes the product of a number and a node is connected to."""
    x = namespace["Value"](a)
    return reached(c * x, {"x": x})
