# SPDX-License-Identifier: MIT
"""The contract of exercise 3.2, checked against PyTorch in float64."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.day3_value.expressions import expression
from exercises.shared.expressions import Expression, nodes_of
from exercises.shared.proof.contract import Clause, gradients_in_torch, raises
from judge.asking.inputs import Draw

__all__ = ["clauses"]

GRAPHS, LARGE = "day3-value-backward-graphs", "day3-value-backward-large"
PLUS, TIMES = (f"day3-value-operators-{name}" for name in ("plus-minus", "times-divide"))
EXP_LOG, CURVES, ERRORS = (f"day3-value-functions-{name}" for name in ("exp-log", "tanh-sigmoid", "errors"))

PAIRS = ((2.5, -1.75), (-3.25, 4.5), (0.6180339887, 0.6180339887), (-0.3, 7.1))
NUMBERS = (0.75, -1.5, 0.0, 2.6180339887, -0.125)

# Of two leaves, by the check that asks for them.
OPERATORS: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    (PLUS, "x + y", lambda x, y: x + y),
    (PLUS, "x - y", lambda x, y: x - y),
    (TIMES, "x * y", lambda x, y: x * y),
    (TIMES, "x / y", lambda x, y: x / y),
)
OF_ONE: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    (PLUS, "x + 3", lambda x: x + 3),
    (PLUS, "3 + x", lambda x: 3 + x),
    (PLUS, "x - 3", lambda x: x - 3),
    (PLUS, "3 - x", lambda x: 3 - x),
    (PLUS, "x + 0.5", lambda x: x + 0.5),
    (PLUS, "0.5 - x", lambda x: 0.5 - x),
    (PLUS, "-x", lambda x: -x),
    (PLUS, "x + x", lambda x: x + x),
    (PLUS, "x - x", lambda x: x - x),
    (TIMES, "x * 3", lambda x: x * 3),
    (TIMES, "3 * x", lambda x: 3 * x),
    (TIMES, "x * 0.3", lambda x: x * 0.3),
    (TIMES, "x / 4", lambda x: x / 4),
    (TIMES, "x / 0.3", lambda x: x / 0.3),
    (TIMES, "x * x", lambda x: x * x),
    (TIMES, "x ** 2", lambda x: x**2),
    (TIMES, "x ** 3", lambda x: x**3),
    (TIMES, "x ** 1", lambda x: x**1),
    (EXP_LOG, "relu(x)", lambda x: x.relu()),
    (CURVES, "tanh(x)", lambda x: x.tanh()),
    (CURVES, "sigmoid(x)", lambda x: x.sigmoid()),
    (EXP_LOG, "exp(x)", lambda x: x.exp()),
)
ABOVE_ZERO: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    (EXP_LOG, "log(x)", lambda x: x.log()),
    (EXP_LOG, "log(x) + log(x)", lambda x: x.log() + x.log()),
    (TIMES, "x ** 0.5", lambda x: x**0.5),
    (TIMES, "x ** -1", lambda x: x**-1),
    (TIMES, "x ** -2", lambda x: x**-2),
    (TIMES, "x ** 1.5", lambda x: x**1.5),
    (TIMES, "3 / x", lambda x: 3 / x),
    (TIMES, "x / x", lambda x: x / x),
)
BELOW_ZERO: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    (TIMES, "x ** -1", lambda x: x**-1),
    (TIMES, "x ** -3", lambda x: x**-3),
    (TIMES, "2 / x", lambda x: 2 / x),
)
# Each of these on an interior node that is used twice, and on an interior node of two parents.
FUNCTIONS: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
    (EXP_LOG, "relu", lambda u: u.relu()),
    (CURVES, "tanh", lambda u: u.tanh()),
    (CURVES, "sigmoid", lambda u: u.sigmoid()),
    (EXP_LOG, "exp", lambda u: u.exp()),
    (EXP_LOG, "log", lambda u: (u * u + 1).log()),
    (TIMES, "power", lambda u: u**3),
    (PLUS, "minus", lambda u: -u),
    (PLUS, "sum", lambda u: u + 2),
    (TIMES, "product", lambda u: u * 3),
    (TIMES, "quotient", lambda u: u / (u * u + 2)),
    (PLUS, "difference", lambda u: u - (u + 2)),
)


def _in_engine(function: Callable[..., Any], numbers: tuple[float, ...], names: Mapping[str, Any]) -> list[float]:
    leaves = [names["Value"](number) for number in numbers]
    out = function(*leaves)
    out.backward()
    return [out.data, *(leaf.grad for leaf in leaves)]


def _agrees(check: str, words: str, function: Callable[..., Any], *numbers: float, exact: bool = True) -> Clause:
    return Clause(
        check,
        f"{words} at {', '.join(f'{number:g}' for number in numbers)}",
        partial(_in_engine, function, numbers),
        gradients_in_torch(function, *numbers),
        exact=exact,
    )


def _used_twice(operate: Callable[[Any], Any]) -> Callable[..., Any]:
    def function(x: Any, y: Any) -> Any:
        u = x * y
        return operate(u) * x + operate(u + y) + u

    return function


def _of(drawn: Expression) -> Callable[..., Any]:
    return lambda *leaves: nodes_of({**drawn, "leaves": range(len(leaves))}, lambda place: leaves[place])[-1]


def _random_expressions() -> list[tuple[str, tuple[str, ...], Expression]]:
    kinds = (("+", "*"), ("+", "-", "*", "/", "neg"))
    return [
        (f"random expression {number} of {', '.join(kind)}", kind, expression(kind, 3, 7)(Draw(f"promise {number}")))
        for number, kind in enumerate(kinds * 4)
    ]


def _deep(names: Mapping[str, Any]) -> list[float]:
    x, one = names["Value"](1.5), names["Value"](0.5)
    y = x
    for _ in range(5_000):
        y = y + one
    y.backward()
    return [x.grad, one.grad]


def _doublings(names: Mapping[str, Any]) -> float:
    x = y = names["Value"](1.5)
    for _ in range(22):
        y = y + y
    y.backward()
    return x.grad


def _gradients_inside(names: Mapping[str, Any]) -> list[float]:
    a, b = names["Value"](3.0), names["Value"](-2.0)
    c = a * b
    d = c + a
    o = d * c
    o.backward()
    return [node.grad for node in (o, d, c, a, b)]


def _clean_until_called(names: Mapping[str, Any]) -> list[float]:
    a, b = names["Value"](3.0), names["Value"](2.0)
    nodes = [a, b, a + b, a * b, a - b, a / b, a**2, -a, a.relu(), a.tanh(), a.exp(), a.log(), a.sigmoid()]
    return [node.grad for node in nodes]


def _inputs_kept(names: Mapping[str, Any]) -> list[float]:
    a, b = names["Value"](3.0), names["Value"](2.0)
    (a * b + a / b - a**2 + a.tanh() + a.exp() + a.log() + a.relu() + a.sigmoid() - -b).backward()
    return [a.data, b.data, len(a._prev), len(b._prev)]


def _refuses(words: str, operate: Callable[..., Any], number: float, kind: type[Exception]) -> Clause:
    return Clause(
        ERRORS, words, lambda names: raises(lambda: operate(names["Value"], number), kind), kind.__name__, exact=False
    )


def _remembers(check: str, words: str, function: Callable[..., Any]) -> Clause:
    def remembered(names: Mapping[str, Any]) -> bool:
        leaves = [names["Value"](number) for number in (0.75, 2.5)]
        out = function(*leaves[: function.__code__.co_argcount])
        return len(out._prev) > 0 and bool(out._op) and isinstance(out._op, str)

    return Clause(check, f"{words} remembers its parents and its operation", remembered, True)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses, with PyTorch's values where there is one."""
    made = [_agrees(*operator, *pair) for operator in OPERATORS for pair in PAIRS]
    made += [_agrees(*operator, number) for operator in OF_ONE for number in NUMBERS]
    made += [_agrees(*operator, number) for operator in ABOVE_ZERO for number in (0.35, 2.75)]
    made += [_agrees(*operator, number) for operator in BELOW_ZERO for number in (-0.35, -2.75)]
    made += [
        _agrees(check, f"{words} of interior nodes that are used again", _used_twice(function), *pair, exact=False)
        for check, words, function in FUNCTIONS
        for pair in ((0.75, -0.5), (-1.25, -0.75))
    ]
    made += [_remembers(*operator) for operator in (*OPERATORS, *OF_ONE, *ABOVE_ZERO)]
    made += [
        _agrees(GRAPHS if set(drawn_of) == {"+", "*"} else TIMES, words, _of(drawn), *drawn["leaves"], exact=False)
        for words, drawn_of, drawn in _random_expressions()
    ]
    made += [
        Clause(GRAPHS, "gradients inside of the graph", _gradients_inside, [1.0, -6.0, -9.0, 12.0, -27.0]),
        Clause(LARGE, "22 doublings", _doublings, float(2**22), exact=False),
        Clause(LARGE, "a chain of 5,000", _deep, [1.0, 5_000.0], exact=False, lines=3_000_000),
        Clause(GRAPHS, "no gradients before backward", _clean_until_called, [0.0] * 13, exact=False),
        Clause(GRAPHS, "data and parents of leaves stay", _inputs_kept, [3.0, 2.0, 0, 0], exact=False),
        Clause(CURVES, "sigmoid far out", _far, [0.0, 1.0], lines=50_000),
        _refuses("x ** Value", lambda value, x: value(x) ** value(2.0), 3.0, TypeError),
        _refuses("log of -1", lambda value, x: value(x).log(), -1.0, ValueError),
        _refuses("log of 0", lambda value, x: value(x).log(), 0.0, ValueError),
        _refuses("(-2) ** 0.5", lambda value, x: value(x) ** 0.5, -2.0, ValueError),
        _refuses("(-0.5) ** 0.5", lambda value, x: value(x) ** 0.5, -0.5, ValueError),
        _refuses("x / 0", lambda value, x: value(x) / 0, 3.0, ZeroDivisionError),
        _refuses("1 / Value(0)", lambda value, x: 1 / value(x), 0.0, ZeroDivisionError),
    ]
    return tuple(made)


def _far(names: Mapping[str, Any]) -> list[float]:
    low, high = (names["Value"](number).sigmoid().data for number in (-800.0, 800.0))
    return [low if math.isfinite(low) else None, high]
