# SPDX-License-Identifier: MIT
"""Questions about ``+``, ``-``, ``*``, ``/`` and ``**``."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from exercises.day3_value.engines import go_back, probe
from exercises.day3_value.probes.local_rules import (
    leaning_on,
    random_questions,
    remembers,
    rule_questions,
)
from exercises.shared.graphs import listed, parents_of, reached
from exercises.shared.plain import number_of
from judge.asking.inputs import fraction, integer, number, positive, simplified, small
from judge.asking.probe import Namespace

PLUS, TIMES = "day3-value-operators-plus-minus", "day3-value-operators-times-divide"


@probe(PLUS, "`x.grad` for `x = Value({x})`", "no gradient has arrived yet", rounds=1, x=number)
def leaf_gradient(namespace: Namespace, x: float) -> Any:
    """Return the gradient of a new leaf: everywhere else it is 0, whatever a learner's constructor says."""
    return number_of(namespace["Value"](x).grad)


plus_remembers = partial(remembers, PLUS, leans_on="*", x=number)
times_remembers = partial(remembers, TIMES, x=number)

plus_remembers("sum", "x + y", lambda x, y: x + y, c=number)
plus_remembers("difference", "x - y", lambda x, y: x - y, c=number)
# The minus sign is often a product with -1, and another check asks about the product.
plus_remembers("negation", "-x", lambda x, _: -x)
plus_remembers("plus_number", "x + {c}", lambda x, c: x + c, c=number)
plus_remembers("number_plus", "{c} + x", lambda x, c: c + x, c=number)
plus_remembers("minus_number", "x - {c}", lambda x, c: x - c, c=number)
plus_remembers("number_minus", "{c} - x", lambda x, c: c - x, c=number)
times_remembers("product", "x * y", lambda x, y: x * y, c=number)
times_remembers("quotient", "x / y", lambda x, y: x / y, c=number)
times_remembers("times_number", "x * {c}", lambda x, c: x * c, c=number)
times_remembers("number_times", "{c} * x", lambda x, c: c * x, c=number)
times_remembers("divide_number", "x / {c}", lambda x, c: x / c, c=number)
times_remembers("number_divide", "{c} / x", lambda x, c: c / x, c=number)
times_remembers("power", "x**{c}", lambda x, c: x**c, c=integer)

plus_questions = partial(rule_questions, PLUS, leans_on="*")

plus_questions(
    "plus",
    "x + y",
    "it is {x} + {y}; + copies the upstream gradient to both parents",
    lambda x, y: x + y,
    inside="*",
    x=number,
    y=number,
)
plus_questions(
    "plus_self",
    "x + x",
    "both operands are {x}; two edges lead from `x`, with slope 1 each",
    lambda x: x + x,
    of="x",
    x=number,
)
plus_questions("negate", "-x", "the sign turns round; the slope is -1", lambda x: -x, of="x", inside="*", x=number)
plus_questions(
    "minus",
    "x - y",
    "it is {x} - {y}; the slopes are 1 and -1",
    lambda x, y: x - y,
    inside="*",
    x=number,
    y=number,
)
plus_questions(
    "minus_self",
    "x - x",
    "both operands are {x}; two edges lead from `x`, with the slopes 1 and -1, which add up to 0",
    lambda x: x - x,
    of="x",
    x=number,
)
plus_questions(
    "minus_number", "x - {c}", "it is {x} - {c}; the slope is 1", lambda x, c: x - c, of="x", x=number, c=number
)
plus_questions(
    "number_minus",
    "{c} - x",
    "it is {c} - {x}; the slope is -1",
    lambda x, c: c - x,
    of="x",
    inside="*",
    x=number,
    c=number,
)
plus_questions(
    "plus_number", "x + {c}", "it is {x} + {c}; the slope is 1", lambda x, c: x + c, of="x", x=number, c=number
)
plus_questions(
    "number_plus", "{c} + x", "it is {c} + {x}; the slope is 1", lambda x, c: c + x, of="x", x=number, c=number
)
random_questions(
    PLUS,
    "plus_minus_random",
    ("+", "-", "neg"),
    "a leaf gains 1 for each way with an even number of minus signs and loses 1 for each other",
    leans_on="*",
)
rule_questions(
    TIMES,
    "times",
    "x * y",
    "it is {x} times {y}; each gets the other's data times the upstream gradient",
    lambda x, y: x * y,
    inside="+",
    x=number,
    y=number,
)
rule_questions(
    TIMES,
    "square",
    "x * x",
    "both operands are {x}; two edges lead from `x`, with slope {x} each",
    lambda x: x * x,
    of="x",
    x=number,
)
rule_questions(
    TIMES,
    "divide",
    "x / y",
    "it is {x} over {y}; the slopes are `1/y` and `-x/y**2`",
    lambda x, y: x / y,
    inside="+",
    x=simplified(number, (4.0, -4.0, 8.0)),
    y=simplified(number, (2.0, 4.0)),
)
rule_questions(
    TIMES,
    "divide_self",
    "x / x",
    "both operands are {x}; two edges lead from `x`, with the slopes `1/x` and `-1/x`, which add up to 0",
    lambda x: x / x,
    of="x",
    x=number,
)
rule_questions(
    TIMES,
    "times_number",
    "x * {c}",
    "it is {x} times {c}; the slope is {c}",
    lambda x, c: x * c,
    of="x",
    x=number,
    c=number,
)
rule_questions(
    TIMES,
    "number_times",
    "{c} * x",
    "it is {c} times {x}; the slope is {c}",
    lambda x, c: c * x,
    of="x",
    x=number,
    c=number,
)
rule_questions(
    TIMES,
    "divide_number",
    "x / {c}",
    "it is {x} over {c}; the slope is 1/{c}",
    lambda x, c: x / c,
    of="x",
    x=number,
    c=number,
)
rule_questions(
    TIMES,
    "number_divide",
    "{c} / x",
    "it is {c} over {x}; the slope is `-{c}/x**2`",
    lambda x, c: c / x,
    of="x",
    inside="+",
    x=number,
    c=number,
)
random_questions(TIMES, "times_divide_random", ("*", "/"), "each share is the product of the slopes along its path")


def _whole_constants(check: str, first: str, second: str, expressions: Callable[[Any, int], list[Any]]) -> None:
    def whole_constants(namespace: Namespace, a: float, n: int) -> Any:
        return [out.data for out in expressions(namespace["Value"](a), n)]

    words = ", ".join(f"`x {sign} {{n}}`, `{{n}} {sign} x`" for sign in (first, second))
    probe(
        check,
        f"the data of {words}, with `x = Value({{a}})`",
        "a constant may be a whole number",
        rounds=1,
        a=number,
        n=integer,
    )(leaning_on("*" if check == PLUS else "", whole_constants))


_whole_constants(PLUS, "+", "-", lambda x, n: [x + n, n + x, x - n, n - x])
_whole_constants(TIMES, "*", "/", lambda x, n: [x * n, n * x, x / n, n / x])


def _parents_question(check: str, name: str, sign: str, made: Callable[[Any, Any], Any]) -> None:
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        out = made(x, y)
        return parents_of(out, {"x": x, "y": y, "out": out})

    def equal_parents(namespace: Namespace, a: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](a)
        return reached(made(x, y), {"x": x, "y": y})

    parents.__name__, equal_parents.__name__ = f"parents_{name}", f"equal_parents_{name}"
    probe(
        check,
        f"the nodes in `out._prev` for `out = x {sign} y`, with `x = Value({{a}})`, `y = Value({{b}})`",
        f"`x {sign} y` is made of `x` and `y`, and of nothing else",
        rounds=1,
        phrase=listed,
        a=number,
        b=number,
    )(parents)
    probe(
        check,
        f"the leaves behind `x {sign} y`, with `x = Value({{a}})`, `y = Value({{a}})`",
        "two nodes that hold equal numbers are two nodes, and both are parents",
        rounds=1,
        phrase=listed,
        a=number,
    )(equal_parents)


_parents_question(PLUS, "plus", "+", lambda x, y: x + y)
_parents_question(TIMES, "times", "*", lambda x, y: x * y)


@probe(
    TIMES,
    "what disagrees with a nudge of `y` by 0.001 in `x / y`, and then in `y**-1` as well, at `x = {a}`, `y = {b}`",
    "the rules of `/` and of `**` give the slope that a nudge finds",
    rounds=1,
    phrase=listed,
    a=number,
    b=number,
)
def quotient_or_power(namespace: Namespace, a: float, b: float) -> Any:
    """Tell a wrong rule for the quotient from a wrong power that it uses; other powers are not asked about."""
    value = namespace["Value"]
    quotient = _disagrees(lambda y: value(a) / y, value, b)
    power = quotient and _disagrees(lambda y: y**-1, value, b)
    return [name for name, wrong in (("x / y", quotient), ("y**-1", power)) if wrong]


def _disagrees(f: Callable[[Any], Any], value: type, at: float) -> bool:
    y, nudge = value(at), 1e-3
    go_back(value, (f(y), 1.0))
    slope = (f(value(at + nudge)).data - f(value(at - nudge)).data) / (2 * nudge)
    return not math.isclose(y.grad, slope, rel_tol=1e-2)


rule_questions(
    TIMES,
    "power",
    "x**{n}",
    "it is `x` to the power {n}; the slope is {n} times `x` to the power {n} - 1",
    lambda x, n: x**n,
    of="x",
    inside="*",
    x=number,
    n=integer,
)
rule_questions(
    TIMES,
    "negative_power",
    "x**-{n}",
    "it is 1 over `x` to the power {n}; the slope is -{n} times `x` to the power -{n} - 1",
    lambda x, n: x**-n,
    of="x",
    x=number,
    n=integer,
)
rule_questions(
    TIMES,
    "square_root",
    "x**0.5",
    "it is the square root of {x}; the slope is 0.5 times `x` to the power -0.5",
    lambda x: x**0.5,
    of="x",
    x=positive,
)
rule_questions(
    TIMES,
    "root_of_fraction",
    "x**0.5",
    "it is the square root of {x}; the slope is 0.5 times `x` to the power -0.5",
    lambda x: x**0.5,
    of="x",
    x=fraction,
)
rule_questions(
    TIMES,
    "first_power",
    "x**1",
    "it is {x} itself; the slope is 1",
    lambda x: x**1,
    of="x",
    x=number,
)
rule_questions(
    TIMES,
    "power_of_zero",
    "x**{n}",
    "it is 0 times 0; the slope is {n} times 0 to the power {n} - 1",
    lambda x, n: x**n,
    of="x",
    x=lambda draw: 0.0,
    n=integer,
)
rule_questions(
    TIMES,
    "fractional_power_of_zero",
    "x**1.5",
    "it is 0 times the square root of 0; the slope is 1.5 times the square root of 0",
    lambda x: x**1.5,
    of="x",
    x=lambda draw: 0.0,
)


@probe(TIMES, "`(x**-1).data` for `x = Value(-1.0)`", "it is 1 over -1")
def inverse_of_minus_one(namespace: Namespace) -> Any:
    """Return the inverse of the number that is its own inverse."""
    return (namespace["Value"](-1.0) ** -1).data


@probe(
    TIMES,
    "`x.grad` for `out = (x**2)**3`, `x = Value({a})`, with `out.grad = 1`",
    "it is `x` to the power 6, with the slope `6 * x**5`",
    a=small,
)
def power_of_power(namespace: Namespace, a: float) -> Any:
    """Return the gradient through two powers."""
    x = namespace["Value"](a)
    go_back(namespace["Value"], ((x**2) ** 3, 1.0))
    return x.grad
