# SPDX-License-Identifier: MIT
"""Questions about inputs for which an operation has no result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.day3_value.engines import probe
from judge.asking.inputs import fraction, negative, number, positive
from judge.asking.probe import Namespace

ERRORS = "day3-value-functions-errors"


def _refusal(
    name: str,
    words: str,
    because: str,
    operate: Callable[..., Any],
    kinds: tuple[type[Exception], ...] = (ZeroDivisionError, ValueError),
    **drawers: Any,
) -> None:
    """Ask which of some kinds of error is raised. An error of another kind is shown as it is: its text says why."""

    def refused(namespace: Namespace, **inputs: float) -> Any:
        leaves = {key: namespace["Value"](item) for key, item in inputs.items()}
        try:
            return f"no error; the answer is {operate(namespace['Value'], **leaves).data}"
        except NotImplementedError:
            raise
        except kinds as error:
            return next(kind.__name__ for kind in kinds if isinstance(error, kind))

    refused.__name__ = name
    probe(ERRORS, f"the error of {words}", because, rounds=2, **drawers)(refused)


_refusal(
    "value_exponent",
    "`x ** y` for `x = Value({x})`, `y = Value({y})`",
    "the rule for a power holds for a plain number as the exponent",
    lambda value, x, y: x**y,
    kinds=(ZeroDivisionError, ValueError, TypeError),
    x=positive,
    y=positive,
)
_refusal(
    "log_negative",
    "`x.log()` for `x = Value({x})`",
    "a negative number has no logarithm",
    lambda value, x: x.log(),
    x=negative,
)
_refusal(
    "log_zero",
    "`x.log()` for `x = Value(0.0)`",
    "zero has no logarithm",
    lambda value, x: (value(0.0)).log(),
    x=positive,
)
_refusal(
    "root_of_negative",
    "`x ** 0.5` for `x = Value({x})`",
    "a negative number has no real square root",
    lambda value, x: x**0.5,
    x=negative,
)
_refusal(
    "root_of_negative_fraction",
    "`x ** 0.5` for `x = Value(-{x})`",
    "a negative number has no real square root",
    lambda value, x: value(-x.data) ** 0.5,
    x=fraction,
)
_refusal(
    "divide_by_zero",
    "`x / 0.0` for `x = Value({x})`",
    "no number times 0 gives {x}",
    lambda value, x: x / 0.0,
    x=number,
)
_refusal(
    "divide_by_zero_node",
    "`x / Value(0.0)` for `x = Value({x})`",
    "no number times 0 gives {x}",
    lambda value, x: x / value(0.0),
    x=number,
)
_refusal(
    "other_roots_of_negative",
    "`x ** {n}` for `x = Value(-{x})`",
    "there is a square root in it, and a negative number has no real one",
    lambda value, x, n: value(-x.data) ** n.data,
    x=positive,
    n=lambda draw: draw.fresh(lambda: draw.random.choice((1.5, 2.5, -0.5, -1.5))),
)
_refusal("zero_to_negative", "`Value(0.0) ** -2`", "it would be 1 over 0", lambda value, x: value(0.0) ** -2, x=number)
