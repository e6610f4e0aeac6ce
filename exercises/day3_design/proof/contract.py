# SPDX-License-Identifier: MIT
"""The contract of exercise 3.5, checked against plain arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

BUILT, DIGITS, BECAUSE = (f"day3-design-{name}" for name in ("built", "digits", "because"))

NUMBERS = (0.5, -0.5, 1.25, -2.0, 0.0, 3.0, 0.001)


def _digits(number: float) -> float:
    """Return a number rounded to nine decimal places, which is what the card guarantees."""
    return round(number, 9)


def _slope(number: float) -> float:
    return 1 - math.tanh(number) ** 2


def _at(number: float, upstream: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](number)
    out = names["tanh_from_exp"](x)
    result = out * upstream
    result.backward()
    return [isinstance(out, names["Value"]), _digits(out.data), _digits(x.grad), x.data]


def _rest(number: float, upstream: float, names: Mapping[str, Any]) -> list[float]:
    """Return the data and the gradient of 1 - tanh, each as a part of what plain arithmetic gives."""
    x = names["Value"](number)
    out = names["rest_from_exp"](x)
    (out * upstream).backward()
    # By cosh and exp, in which no two numbers of one size are taken from each other.
    rest, slope = math.exp(-number) / math.cosh(number), -1 / math.cosh(number) ** 2
    return [_digits(out.data / rest), _digits(x.grad / (upstream * slope))]


def _inside(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients where x was made, and is used once more."""
    a, b = names["Value"](0.75), names["Value"](-0.5)
    x = a * b
    (names["tanh_from_exp"](x) * a + x).backward()
    return [_digits(a.grad), _digits(b.grad)]


def _steps(names: Mapping[str, Any]) -> list[bool]:
    """Tell whether the graph has more than one operation, and whether one of them is a tanh of its own."""
    out = names["tanh_from_exp"](names["Value"](0.7))
    seen: dict[int, Any] = {}
    waiting = [out]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev)
    operations = [node._op for node in seen.values() if node._prev]
    return [len(operations) > 1, any("tanh" in str(operation).lower() for operation in operations)]


def _is_off_alike(names: Mapping[str, Any]) -> bool:
    """Tell whether the chosen line alone has a result of ordinary size that is off, as the third design has."""
    x = 1e-17
    # What each line is in mathematics at so small an x, to far more than two digits; a float holds neither A nor C.
    lines = {
        "A": (1e300 / x, math.inf),
        "B": (math.sqrt(1 + x) - 1, x / 2),
        "C": (x**40, 0.0),
        "D": (1 - math.sin(x), 1.0),
    }
    off = [name for name, (found, right) in lines.items() if found != right and abs(found - right) > 0.01 * right]
    return off == [str(names["choice"]["because"]).strip().upper()]


def _digits_are_lost(names: Mapping[str, Any]) -> bool:
    """Tell whether the third design has fewer than two right digits at the x that was found."""
    x = names["choice"]["wrong at"]
    return x > 0 and abs((2 / (1 + math.exp(-2 * x)) - 1) / math.tanh(x) - 1) > 0.01


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = [
        Clause(
            BUILT,
            f"tanh at {number}, where {upstream} arrives",
            partial(_at, number, upstream),
            [True, _digits(math.tanh(number)), _digits(upstream * _slope(number)), number],
        )
        for number in NUMBERS
        for upstream in (1.0, -2.5)
    ]
    t, slope = math.tanh(-0.375), _slope(-0.375)
    to_x = 0.75 * slope + 1
    made += [
        Clause(BUILT, f"1 - tanh at {number}, where {upstream} arrives", partial(_rest, number, upstream), [1.0, 1.0])
        for number in (0.0, 0.5, 3.0, 12.5, 20.0)
        for upstream in (1.0, -2.5)
    ]
    made += [
        Clause(BUILT, "tanh of a product", _inside, [_digits(-0.5 * to_x + t), _digits(0.75 * to_x)], exact=False),
        Clause(BUILT, "the steps of the formula", _steps, [True, False], exact=False),
        Clause(DIGITS, "an x at which the third design is off", _digits_are_lost, True, exact=False),
        Clause(BECAUSE, "the line that is off for the same reason", _is_off_alike, True),
    ]
    return tuple(made)
