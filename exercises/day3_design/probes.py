# SPDX-License-Identifier: MIT
"""Questions about tanh and 1 - tanh, built from exp, and about where a design fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from exercises.day3_value.engines import go_back, probe, right_sort
from exercises.shared.paper import chosen, on_paper
from exercises.shared.stand_in import fair_class
from judge.asking.inputs import Draw, from_above, small
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day3_gradcheck.right_tape")
third = KeptAway("exercises.day3_design.right")

BUILT = "day3-design-built"


# 1 - tanh in formulas that have all operators between them, with nodes, numbers and the leaf itself on either side.
FORMULAS: tuple[Callable[[Any], Any], ...] = (
    lambda x: 1 - ((2 * x).exp() - 1) / ((x * 2).exp() + 1),
    lambda x: 2 / (1 + (x + x).exp()),
    lambda x: 2 * (1 + x.exp() * x.exp()) ** -1,
    lambda x: -(x.exp() - (-x).exp()) / (x.exp() + (-x).exp()) + 1,
    lambda x: 2 / (1 + (1 - (1 - x) + (x - 1 + 1) * (1 / (1 / x)) / (x / 2 * 2)).exp()),
)


def _has_parts(value: Any) -> bool:
    t = math.tanh(0.5)
    for formula in FORMULAS:
        x = value(0.5)
        x.grad = 1.0  # something to add to: a rule that assigns would show nothing otherwise
        y = formula(x)
        go_back(value, (y, 3.0))  # not 1, or an engine whose last operation ignores the upstream gradient would pass
        if not math.isclose(y.data, 1 - t, rel_tol=1e-9) or not math.isclose(x.grad, 1 + 3 * (t * t - 1), rel_tol=1e-9):
            return False
    return True


def _parts(value: type) -> Mapping[str, Any]:
    parts: Mapping[str, Any] = right.engine_parts(value)
    return parts


def _fair_parts(namespace: Namespace) -> AbstractContextManager[Any]:
    """Yield a class that has what the formula needs."""
    return fair_class(namespace.get("Value"), _has_parts, parts=_parts, ours=lambda: right.Tape)


def _data_of(namespace: Namespace, name: str, a: float) -> Any:
    """Return the data of a learner's function of a new leaf."""
    with _fair_parts(namespace) as value:
        return namespace[name](value(a)).data


def _gradient_of(namespace: Namespace, name: str, a: float, upstream: float) -> Any:
    """Return the gradient of a new leaf through a learner's function."""
    with _fair_parts(namespace) as value:
        x = value(a)
        go_back(value, (namespace[name](x), upstream))
        return x.grad


@probe(BUILT, "`tanh_from_exp(x).data` for `x = Value({a})`", "the formula is tanh of {a}", a=small)
def built_data(namespace: Namespace, a: float) -> Any:
    """Return the data of tanh built from exp."""
    return _data_of(namespace, "tanh_from_exp", a)


@probe(
    BUILT,
    "`x.grad` for `y = tanh_from_exp(x)`, `x = Value({a})`, with `y.grad = {upstream}`",
    "both designs have the slope `1 - y**2`",
    a=small,
    upstream=from_above,
)
def built_gradient(namespace: Namespace, a: float, upstream: float) -> Any:
    """Return the gradient of tanh built from exp."""
    return _gradient_of(namespace, "tanh_from_exp", a, upstream)


@probe(
    BUILT,
    "how many operations `tanh_from_exp(x)` is made of",
    "it takes a product, `exp`, a sum, a difference and a quotient",
    a=small,
)
def built_from_parts(namespace: Namespace, a: float) -> Any:
    """Tell whether the result is made of several operations."""
    with _fair_parts(namespace) as value:
        made = sum(
            1 for node in right_sort.sorted_nodes(namespace["tanh_from_exp"](value(a))) if len(list(node._prev)) > 0
        )
    return "several" if made > 2 else made


def from_zero(draw: Draw) -> float:
    """Return a number from 0 to 1.75: where 1 - tanh has most of its digits in any formula."""
    return abs(small(draw))


def far(draw: Draw) -> float:
    """Return a number at which tanh is 1 to nine digits or to all; 1 - tanh is not 0 there."""
    return 20.0 if draw.simple else draw.fresh(lambda: draw.random.choice((12.0, 13.5, 15.0, 17.5, 19.0, 20.0)))


@probe(
    BUILT,
    "`rest_from_exp(x).data` for `x = Value({a})`",
    "it is 1 - tanh of {a}",
    a=from_zero,
)
def rest_data(namespace: Namespace, a: float) -> Any:
    """Return the data of 1 - tanh near 0."""
    return _data_of(namespace, "rest_from_exp", a)


@probe(
    BUILT,
    "`x.grad` for `y = rest_from_exp(x)`, `x = Value({a})`, with `y.grad = {upstream}`",
    "`1 - tanh x` falls as fast as `tanh x` rises",
    a=from_zero,
    upstream=from_above,
)
def rest_gradient(namespace: Namespace, a: float, upstream: float) -> Any:
    """Return the gradient of 1 - tanh near 0."""
    return _gradient_of(namespace, "rest_from_exp", a, upstream)


@probe(
    BUILT,
    "`rest_from_exp(x).data / math.exp(-2 * {a})` for `x = Value({a})`, to nine digits",
    "the number is small, and a float near 0 has as many digits as any other",
    reveal=False,
    a=far,
)
def rest_far(namespace: Namespace, a: float) -> Any:
    """Return the data of 1 - tanh far out, by how it shrinks: two small numbers would pass as equal."""
    return _data_of(namespace, "rest_from_exp", a) / math.exp(-2 * a)


@probe(
    BUILT,
    "`x.grad / math.exp(-2 * {a})` for `y = rest_from_exp(x)`, `x = Value({a})`, with `y.grad = 1.0`, to nine digits",
    "the slope is small there, and it is not 0",
    reveal=False,
    a=far,
)
def rest_gradient_far(namespace: Namespace, a: float) -> Any:
    """Return the gradient of 1 - tanh far out, by how it shrinks."""
    return _gradient_of(namespace, "rest_from_exp", a, 1.0) / math.exp(-2 * a)


on_paper(
    "day3-design-digits",
    "choice",
    "wrong at",
    'an `x` at which the third design is off: `choice["wrong at"]`',
    "the last step subtracts 1, and leaves few digits where the two numbers are nearly equal",
    judged=lambda: third.off,
    phrase=str,
)
chosen(
    "day3-design-because",
    "choice",
    "because",
    "print every step of the third design at your `x`, look for the one that has lost its digits, and then for the "
    "line that has such a step, too",
    ("A", "B", "C", "D"),
    ask='the letter of what else is off there for the same reason: `choice["because"]`',
)
