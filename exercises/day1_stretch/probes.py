# SPDX-License-Identifier: MIT
"""Questions about the further operators."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from exercises.shared.graphs import listed, parents_of, reached
from exercises.shared.plain import data_of, nodes_or_numbers, number_of, numbers_of, text_of
from exercises.shared.stand_in import Part, asked_once, fair_class, methods_of, replaced_unless
from judge.asking.inputs import integer, number, positive
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, probe

right_constructor = KeptAway("exercises.day1_stretch.right_constructor")
right_power = KeptAway("exercises.day1_stretch.right_power")

_NEGATE, _DIVIDE, _POWER = "day1-stretch-negate-subtract", "day1-stretch-divide", "day1-stretch-power"
OPERATORS = ("__neg__", "__sub__", "__rsub__", "__truediv__", "__rtruediv__", "__pow__")


def on_right_class(question: Callable[..., Any]) -> Callable[..., Any]:
    """Ask a question with the learner's six methods in a class whose ``+`` and ``*`` are right.

    So a mistake in exercise 1.1 costs nothing here.
    """

    @wraps(question)
    def asked_on_right_class(namespace: Namespace, **inputs: Any) -> Any:
        # Without the class, the six may stand in the cell of 1.5. If they don't, they may be in the class itself.
        has_none = not any(name in namespace for name in OPERATORS)
        own = namespace["Value"] if has_none else namespace.get("Value")

        def methods() -> dict[str, Any]:
            if own is None:
                return {name: namespace[name] for name in OPERATORS if name in namespace}
            return methods_of(own, *OPERATORS)

        with (
            replaced_unless(own, asked_once(own, _keeps_parents), __init__=Part(lambda: right_constructor.constructor)),
            # Whoever refuses an operand may print it.
            replaced_unless(own, asked_once(own, _can_be_printed), __repr__=object.__repr__),
            fair_class(own, _is_right, methods=methods) as value,
        ):
            return question({**namespace, "Value": value}, **inputs)

    return asked_on_right_class


def with_right_power(question: Callable[..., Any]) -> Callable[..., Any]:
    """Ask a question with a right ``**`` if the learner's is wrong: division may be built from it."""

    @wraps(question)
    def asked_with_right_power(namespace: Namespace, **inputs: Any) -> Any:
        value = namespace["Value"]
        with replaced_unless(value, asked_once(value, _has_powers), __pow__=Part(lambda: right_power.power_of(value))):
            return question(namespace, **inputs)

    return asked_with_right_power


def _has_powers(value: Any) -> bool:
    x, y = value(0.5), value(-4.0)
    inverse, square = x**-1, y**2
    known = {"x": x, "y": y}
    return (
        [inverse.data, square.data, x.data, y.data] == [2.0, 16.0, 0.5, -4.0]
        and parents_of(inverse, known) == ["x"]
        and parents_of(square, known) == ["y"]
    )


def _is_right(value: Any) -> bool:
    x, y = value(2.5), value(-1.5)
    # Whole numbers as well: a sum that takes floats alone is paid in 1.1.
    results = [x + y, x * y, x + 2.0, 2.0 + x, x * 2.0, 2.0 * x, x + 2, 2 + x, x * 2, 2 * x]
    known = {"x": x, "y": y}
    parents = [parents_of(result, known) for result in results]
    left, right = value(2.5), value(2.5)
    equal = {"left": left, "right": right}
    return (
        [result.data for result in results] == [1.0, -3.75, *2 * [4.5, 4.5, 5.0, 5.0]]
        and parents[:2] == [["x", "y"], ["x", "y"]]
        and all("x" in names for names in parents)
        and all(hasattr(parent, "_prev") for result in results for parent in result._prev)
        and [result._op for result in results[:2]] == ["+", "*"]
        and all(parents_of(result, equal) == ["left", "right"] for result in (left + right, left * right))
        and [left.data, right.data, x.data, y.data] == [2.5, 2.5, 2.5, -1.5]
        and not list(x._prev)
    )


def _can_be_printed(value: Any) -> bool:
    return isinstance(repr(value(2.5)), str)


def _keeps_parents(value: Any) -> bool:
    """Return whether the constructor keeps the parents and the operation that the six methods pass to it."""
    if not isinstance(value, type):
        return True
    x = value(2.0)
    try:
        inspect.signature(value).bind(4.0, (x,), "**2")
    except (TypeError, ValueError):
        return True  # It takes other arguments than the contract says; the learner's methods fit it.
    power = value(4.0, (x,), "**2")
    y = value(2.0)
    known = {"x": x, "y": y}
    difference = value(0.0, (x, y), "-")
    return (
        power.data == 4.0
        and parents_of(power, known) == ["x"]
        and power._op == "**2"
        and parents_of(difference, known) == ["x", "y"]
    )


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
    """Register the questions for the data, for what the result is connected to, and for the operands afterwards."""

    def fairly(question: Callable[..., Any]) -> Callable[..., Any]:
        return on_right_class(with_right_power(question) if check == _DIVIDE else question)

    def operands(namespace: Namespace, a: float, b: float) -> tuple[Any, Any, dict[str, Any]]:
        x = namespace["Value"](a)
        if constant or not second:
            return x, b, {"x": x}
        y = namespace["Value"](b)
        return x, y, {"x": x, "y": y}

    def data(namespace: Namespace, a: float, b: float) -> Any:
        x, y, _ = operands(namespace, a, b)
        return data_of(operate(x, y))

    def connected(namespace: Namespace, a: float, b: float) -> Any:
        x, y, known = operands(namespace, a, b)
        return reached(operate(x, y), known)

    def kept(namespace: Namespace, a: float, b: float) -> Any:
        x, y, known = operands(namespace, a, b)
        operate(x, y)
        return numbers_of(node.data for node in known.values())

    data.__name__, connected.__name__, kept.__name__ = f"{name}_data", f"{name}_connected", f"{name}_kept"
    where = "`x = Value({a})`" + ("" if constant or not second else ", `y = Value({b})`")
    probe(check, f"`({words}).data` for {where}", why, a=number, b=number)(fairly(data))
    if constant:

        def data_of_whole(namespace: Namespace, a: float, b: int) -> Any:
            return data(namespace, a, b)

        data_of_whole.__name__ = f"{name}_data_of_whole"
        probe(check, f"`({words}).data` for {where}", why, rounds=1, a=number, b=integer)(fairly(data_of_whole))
    probe(
        check,
        f"which of the operands can be reached from `{words}`",
        "a result that is not connected forgets where it came from",
        phrase=listed,
        a=positive,
        b=positive,
    )(fairly(connected))
    probe(
        check,
        f"the data of the operands after `{words}`, for {where}",
        "an operation makes a new node and leaves its operands as they are",
        a=positive,
        b=positive,
    )(fairly(kept))
    if second and not constant:

        def connected_equal(namespace: Namespace, a: float) -> Any:
            x, y, known = operands(namespace, a, a)
            return reached(operate(x, y), known)

        connected_equal.__name__ = f"{name}_connected_equal"
        probe(
            check,
            f"which of the operands can be reached from `{words}`, where both hold {{a}}",
            "two nodes are two, whatever numbers they hold",
            phrase=listed,
            a=positive,
        )(fairly(connected_equal))


_unary_or_binary(_NEGATE, "negate", "-x", "the sign turns round", lambda x, y: -x, second=False)
_unary_or_binary(_NEGATE, "subtract", "x - y", "it is {a} - {b}", lambda x, y: x - y)
_unary_or_binary(_NEGATE, "subtract_itself", "x - x", "it is {a} - {a}", lambda x, y: x - x, second=False)
_unary_or_binary(_NEGATE, "subtract_constant", "x - {b}", "it is {a} - {b}", lambda x, y: x - y, constant=True)
_unary_or_binary(_NEGATE, "subtract_from_constant", "{b} - x", "it is {b} - {a}", lambda x, y: y - x, constant=True)
_unary_or_binary(_DIVIDE, "divide", "x / y", "it is {a} / {b}", lambda x, y: x / y)
_unary_or_binary(_DIVIDE, "divide_by_itself", "x / x", "it is {a} / {a}", lambda x, y: x / x, second=False)
_unary_or_binary(_DIVIDE, "divide_by_constant", "x / {b}", "it is {a} / {b}", lambda x, y: x / y, constant=True)
_unary_or_binary(_DIVIDE, "divide_constant", "{b} / x", "it is {b} / {a}", lambda x, y: y / x, constant=True)


@probe(_POWER, "`(x**{n}).data` for `x = Value({a})`", "it is {a} to the power {n}", a=number, n=integer)
@on_right_class
def power(namespace: Namespace, a: float, n: int) -> Any:
    """Return a node to a whole power."""
    return data_of(namespace["Value"](a) ** n)


@probe(_POWER, "`(x**-{n}).data` for `x = Value({a})`", "it is 1 over {a} to the power {n}", a=number, n=integer)
@on_right_class
def negative_power(namespace: Namespace, a: float, n: int) -> Any:
    """Return the number that a node to the power ``-n`` holds."""
    return data_of(namespace["Value"](a) ** -n)


@probe(_POWER, "`(x**0.5).data` for `x = Value({a})`", "it is the square root of {a}", a=positive)
@on_right_class
def root(namespace: Namespace, a: float) -> Any:
    """Return a node to the power one half."""
    return data_of(namespace["Value"](a) ** 0.5)


@probe(
    _POWER,
    "the nodes in `(x**{n})._prev`",
    "`x` is the node it was made from, in one step",
    phrase=listed,
    a=positive,
    n=integer,
)
@on_right_class
def power_connected(namespace: Namespace, a: float, n: int) -> Any:
    """Return what the power was made from."""
    x = namespace["Value"](a)
    return nodes_or_numbers(x**n, {"x": x})


@probe(
    _POWER,
    "the number of entries in `(x**{n})._prev`",
    "`x` is its only parent: the exponent is a plain number",
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
    return text_of((namespace["Value"](a) ** n)._op)


@probe(
    _POWER,
    "`x.data` after `x**{n}`, for `x = Value({a})`",
    "an operation makes a new node and leaves its operand as it is",
    a=positive,
    n=integer,
)
@on_right_class
def power_keeps_operand(namespace: Namespace, a: float, n: int) -> Any:
    """Return the base's data after a power was made of it."""
    x = namespace["Value"](a)
    x**n
    return number_of(x.data)


@probe(
    _POWER,
    "`x**y` for two Values, `x = Value({a})` and `y = Value({n})`",
    "`y` is no plain number, and `_op` holds plain numbers only",
    phrase=str,
    a=positive,
    n=integer,
)
@on_right_class
def power_by_node(namespace: Namespace, a: float, n: int) -> Any:
    """Return whether an exponent that is a node is refused; which error says so is free."""
    x, y = namespace["Value"](a), namespace["Value"](n)
    try:
        out = x**y
    except NotImplementedError:
        raise
    except Exception:
        return "refused with an error"
    returned = isinstance(out, BaseException) or (isinstance(out, type) and issubclass(out, BaseException))
    return "an error, returned and not raised" if returned else "accepted"


def _by_zero(name: str, words: str, operate: Callable[[Any, Callable[..., Any]], Any]) -> None:
    def divided(namespace: Namespace, a: float) -> Any:
        value = namespace["Value"]
        return data_of(operate(a, value))

    divided.__name__ = name
    probe(_DIVIDE, words, "no number times 0 gives {a}", raises=True, a=number)(
        on_right_class(with_right_power(divided))
    )


_by_zero("divide_by_zero", "`x / 0.0` for `x = Value({a})`", lambda a, value: value(a) / 0.0)
_by_zero("divide_by_whole_zero", "`x / 0` for `x = Value({a})`", lambda a, value: value(a) / 0)
_by_zero(
    "divide_by_zero_node", "`x / y` for `x = Value({a})`, `y = Value(0.0)`", lambda a, value: value(a) / value(0.0)
)
_by_zero("divide_constant_by_zero_node", "`{a} / y` for `y = Value(0.0)`", lambda a, value: a / value(0.0))
