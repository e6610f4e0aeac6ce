# SPDX-License-Identifier: MIT
"""Questions about ``numerical_derivative``."""

from __future__ import annotations

from typing import Any

from judge.asking.inputs import number, one_of, simplified
from judge.asking.probe import Namespace, probe
from judge.run.answers import exactly, number_of


def cubic(inputs: Any) -> float:
    """Return x0**3 * x1 + x1 * x2: a forward, a backward and a central quotient of it all differ."""
    return inputs[0] ** 3 * inputs[1] + inputs[1] * inputs[2]


def square(inputs: Any) -> float:
    """Return x0**2 * x1 + x2, of which a central quotient of any step is the slope; at -x0 that has another sign."""
    return inputs[0] ** 2 * inputs[1] + inputs[2]


def faint(inputs: Any) -> float:
    """Return a ten-thousandth of the cubic: its slope is small with many digits, so that rounding shows."""
    return cubic(inputs) / 10_000


def straight(inputs: Any) -> float:
    """Return x0 * x1 + x2, whose slope by x0 is x1 at every point and for every step."""
    return inputs[0] * inputs[1] + inputs[2]


CURVED = "x0**3 * x1 + x1 * x2"
FUNCTIONS = {CURVED: cubic, "x0**2 * x1 + x2": square, "x0 * x1 + x2": straight}
CUBIC = f"`f(x0, x1, x2) = {CURVED}`"
CENTRAL = "day2-nudge-central"
MIDDLE = "the step goes up and down by `h`, and the distance between the two is `2h`"


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a}, {b}, {c}], 0, {h})` for `f(x0, x1, x2) = {f}`",
    MIDDLE,
    a=simplified(number, (1.0, 2.0, -1.0)),
    b=simplified(number, (1.0, 2.0, -1.0)),
    c=simplified(number, (1.0, 2.0, 3.0)),
    h=one_of([0.25], simple=[1.0, 2.0, 3.0]),
    f=lambda draw: draw.random.choice([*FUNCTIONS] if draw.simple else [CURVED]),
)
def of_first(namespace: Namespace, a: float, b: float, c: float, h: float, f: str) -> Any:
    """Return the quotient by the first input, with a step so large that its kind shows."""
    return namespace["numerical_derivative"](FUNCTIONS[f], [a, b, c], 0, h)


@probe(
    CENTRAL, "`numerical_derivative(f, [{a}, {b}, {c}], 0, 0.001)` for " + CUBIC, MIDDLE, a=number, b=number, c=number
)
def with_small_step(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient with a small step, to four digits: the digits after them depend on how it is written.

    No right answer lies near the middle between two such numbers: it is a multiple of 3/64, plus b millionths.
    """
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 0, 0.001), 4)


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a} / 7, {b} / 7, {c} / 7], 0, 0.125)` for a ten-thousandth of " + CUBIC,
    "a slope is what it is, however small: its digits are not cut off",
    phrase=exactly,
    a=number,
    b=number,
    c=number,
)
def with_all_digits(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return a small quotient that has no end in decimals."""
    return namespace["numerical_derivative"](faint, [a / 7, b / 7, c / 7], 0, 0.125)


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a}, {b}, {c}], 0)`, called without `h`, for `f(x0, x1, x2) = x0**2 * x1 + x2`",
    "`h` is 1e-5 unless the caller says another, and `2 * x0 * x1` is how far `f` moves for each unit of `x0`",
    a=number,
    b=number,
    c=number,
)
def without_step(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient with the step that the signature gives, to four digits."""
    return _rounded(namespace["numerical_derivative"](square, [a, b, c], 0), 4)


@probe(
    CENTRAL,
    "how far `numerical_derivative(f, [{a}, {b}, {c}], 0)`, called without `h`, nudges `x0`",
    "`h` is 1e-5 unless the caller says another",
    a=number,
    b=number,
    c=number,
)
def usual_step(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return half of the distance between the smallest and largest point at which the function was called."""
    asked = []

    def recorded(inputs: Any) -> Any:
        asked.append(inputs[0])
        return inputs[0] * 2.0

    namespace["numerical_derivative"](recorded, [a, b, c], 0)
    return round((max(asked) - min(asked)) / 2, 9)


def _rounded(quotient: Any, digits: int) -> Any:
    quotient = number_of(quotient)
    return round(quotient, digits) if isinstance(quotient, float) else quotient


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a}, {b}, {c}], 1, 0.125)` for " + CUBIC,
    "`x1` alone is nudged, and its slope is `x0**3 + x2`",
    a=number,
    b=number,
    c=number,
)
def of_second(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the second input. 2h is not one half, or multiplying by 2h looks like dividing by 2."""
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 1, 0.125), 6)


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a}, {b}, {c}], 2, 0.125)` for " + CUBIC,
    "`x2` alone is nudged, and its slope is `x1`",
    a=number,
    b=number,
    c=number,
)
def of_third(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the third input."""
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 2, 0.125), 6)


@probe(
    CENTRAL,
    "`numerical_derivative(f, [{a}, {a}, {a}], 1, 0.125)` for " + CUBIC,
    "`x1` alone is nudged, although the others hold the same number",
    a=number,
)
def of_equal_numbers(namespace: Namespace, a: float) -> Any:
    """Return the quotient by the second of three equal inputs."""
    return _rounded(namespace["numerical_derivative"](cubic, [a, a, a], 1, 0.125), 6)


@probe(
    CENTRAL,
    "the list that was handed over, [{a}, {b}, {c}], after the call with the step {h}",
    "the caller's list is left as it was",
    a=number,
    b=number,
    c=number,
    h=one_of([0.125], simple=[1.0, 2.0]),
)
def list_kept(namespace: Namespace, a: float, b: float, c: float, h: float) -> Any:
    """Return the caller's list after the call."""
    inputs = [a, b, c]
    namespace["numerical_derivative"](cubic, inputs, 1, h)
    return inputs


@probe(
    CENTRAL,
    "the list that was handed over, [{a}, {b}, {c}], after a call with `h = 1e18`",
    "what is added and then taken away is rounded on the way, and the list is to hold the same numbers",
    a=number,
    b=number,
    c=number,
)
def list_kept_exactly(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the caller's list after a call with a step beside which its numbers vanish."""
    inputs = [a, b, c]
    namespace["numerical_derivative"](cubic, inputs, 1, 1e18)
    return inputs
