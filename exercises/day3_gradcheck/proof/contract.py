# SPDX-License-Identifier: MIT
"""The contract of exercise 3.4, checked against engines whose slopes are wrong by amounts that are set here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

COMPARES, BROKEN, REFUSED = (f"day3-gradcheck-{name}" for name in ("compares", "broken", "refused"))

PASSES, RAISES = "True", "AssertionError"


class Scaled:
    """A leaf or a node that knows its slope towards each leaf that it was made from: the derivatives go forward.

    ``wrong`` changes what arrives in a leaf: a function of the right slope.
    """

    wrong: Callable[[float], float] = staticmethod(lambda slope: slope)

    def __init__(self, data: float) -> None:
        self.data, self.grad = float(data), 0.0
        self._slopes: dict[int, tuple[Scaled, float]] = {id(self): (self, 1.0)}

    def _made(self, data: float, *parts: tuple[Scaled, float]) -> Scaled:
        out = type(self)(data)
        out._slopes = {}
        for node, factor in parts:
            for key, (leaf, slope) in node._slopes.items():
                before = out._slopes.get(key, (leaf, 0.0))[1]
                out._slopes[key] = (leaf, before + factor * slope)
        return out

    def _node(self, other: Any) -> Scaled:
        return other if isinstance(other, Scaled) else type(self)(other)

    def __add__(self, other: Any) -> Scaled:
        other = self._node(other)
        return self._made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other: Any) -> Scaled:
        other = self._node(other)
        return self._made(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other: Any) -> Scaled:
        other = self._node(other)
        return self._made(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n: float) -> Scaled:
        return self._made(self.data**n, (self, n * self.data ** (n - 1)))

    def backward(self) -> None:
        """Add to each leaf what arrives there."""
        for leaf, slope in self._slopes.values():
            leaf.grad += type(self).wrong(slope)


def _engine(name: str, change: Callable[[float], float]) -> type[Scaled]:
    return type(name, (Scaled,), {"wrong": staticmethod(change)})


def _last_only(change: Callable[[float], float]) -> Callable[[float], float]:
    """Change a slope of 5 alone: that of the one input that is to be wrong."""
    return lambda slope: change(slope) if math.isclose(slope, 5.0) else slope


HALF, DOUBLE, OTHER_SIGN, NONE, NOT_A_NUMBER, INFINITE = (
    _engine("Half", _last_only(lambda slope: slope / 2)),
    _engine("Double", _last_only(lambda slope: slope * 2)),
    _engine("OtherSign", _last_only(lambda slope: -slope)),
    _engine("Nothing", _last_only(lambda slope: 0.0)),
    _engine("NotANumber", _last_only(lambda slope: math.nan)),
    _engine("Infinite", _last_only(lambda slope: math.inf)),
)


def _off_by(amount: float) -> type[Scaled]:
    return _engine("OffBy", lambda slope: slope + amount)


def _times(factor: float) -> type[Scaled]:
    return _engine("Times", lambda slope: slope * factor)


def _outcome(
    f: Callable[..., Any], inputs: list[Any], tolerances: Mapping[str, float], names: Mapping[str, Any]
) -> str:
    try:
        answer = names["gradcheck"](f, inputs, **tolerances)
    except AssertionError:
        return RAISES
    return PASSES if answer is True else "another answer"


# A slope of 5 towards the first, second or third input and no other; at other data no slope is 5.
FIVE_TOWARDS: tuple[tuple[Callable[..., Any], tuple[float, ...]], ...] = (
    (lambda x, y, z: x * y + z, (1.5, 5.0, 2.25)),
    (lambda x, y, z: x * y + z, (5.0, -0.75, 2.25)),
    (lambda x, y, z: x + y * z, (1.5, 5.0, 2.25)),
)

# Functions of inputs in a right engine.
RIGHT: tuple[tuple[str, Callable[..., Any], tuple[float, ...]], ...] = (
    ("x*y", lambda x, y: x * y, (2.0, 5.0)),
    ("(x*y + x) * x", lambda x, y: (x * y + x) * x, (-1.5, 0.75)),
    ("x - y*y", lambda x, y: x - y * y, (1.25, -2.0)),
    ("x**3", lambda x: x**3, (1.75,)),
    ("x*x, whatever y is", lambda x, y: x * x, (1.75, 3.0)),
    ("x*y + z", lambda x, y, z: x * y + z, (1.75, 3.0, -0.5)),
    ("a large slope", lambda x: x * 30_000.0, (1.5,)),
)

# The tolerance is atol + rtol * |central difference|. By what is asked: each has what passes and what does not.
Setting = tuple[str, Callable[..., Any], type[Scaled], dict[str, float], str]
TOLERANCES: dict[str, tuple[Setting, ...]] = {
    "the tolerance that is usual": (
        ("1% too large", lambda x: x * 5.0, _times(1.01), {}, RAISES),
        ("0.1% too large", lambda x: x * 5.0, _times(1.001), {}, RAISES),
        ("0.0001% too large", lambda x: x * 500.0, _times(1.000001), {}, PASSES),
        ("0.005% too large at a slope of 30,000", lambda x: x * 30_000.0, _times(1.00005), {}, PASSES),
        ("0.01 too large at a slope of 0", lambda x: x * 0.0 + 3.0, _off_by(0.01), {}, RAISES),
        ("0.00001 too large at a slope of 0", lambda x: x * 0.0 + 3.0, _off_by(1e-5), {}, RAISES),
        ("0.0000001 too large at a slope of 0", lambda x: x * 0.0 + 3.0, _off_by(1e-7), {}, PASSES),
    ),
    "the step that is usual": (
        ("a step of 0.00001 is too large here", lambda x: (x + -2.0) ** 3 * 1e5, Scaled, {}, PASSES),
        ("a step of 0.000000001 is too small here", lambda x: x + 1e5, Scaled, {}, PASSES),
        ("x is wrong", lambda x: x * 5.0, HALF, {}, RAISES),
    ),
    "rtol": (
        ("1% too large, rtol 5%", lambda x: x * 5.0, _times(1.01), {"rtol": 0.05}, PASSES),
        ("1% too large, rtol 5%, at 500", lambda x: x * 500.0, _times(1.01), {"rtol": 0.05}, PASSES),
        ("10% too large, rtol 5%", lambda x: x * 5.0, _times(1.1), {"rtol": 0.05}, RAISES),
        ("10% too large, rtol 5%, at 0.01", lambda x: x * 0.01, _times(1.1), {"rtol": 0.05}, RAISES),
    ),
    "rtol at a slope below zero": (
        ("1% too large, rtol 5%, slope -5", lambda x: x * -5.0, _times(1.01), {"rtol": 0.05}, PASSES),
        ("10% too large, rtol 5%, slope -5", lambda x: x * -5.0, _times(1.1), {"rtol": 0.05}, RAISES),
    ),
    "atol": (
        ("0.05 too large, atol 0.5", lambda x: x * 5.0, _off_by(0.05), {"atol": 0.5}, PASSES),
        ("0.05 too small, atol 0.5", lambda x: x * 5.0, _off_by(-0.05), {"atol": 0.5}, PASSES),
        ("0.9 too large, atol 0.5", lambda x: x * 5.0, _off_by(0.9), {"atol": 0.5}, RAISES),
    ),
    "the sum of both": (
        ("0.9 too large, atol 0.5, rtol 10%", lambda x: x * 5.0, _off_by(0.9), {"atol": 0.5, "rtol": 0.1}, PASSES),
        ("1.1 too large, atol 0.5, rtol 10%", lambda x: x * 5.0, _off_by(1.1), {"atol": 0.5, "rtol": 0.1}, RAISES),
    ),
    "rtol for each unit of the central difference": (
        ("twice too large, rtol 60%", lambda x: x * 5.0, _times(2.0), {"rtol": 0.6}, RAISES),
        ("half of it, rtol 60%", lambda x: x * 5.0, _times(0.5), {"rtol": 0.6}, PASSES),
        ("30% too large, rtol 60%", lambda x: x * 5.0, _times(1.3), {"rtol": 0.6}, PASSES),
    ),
    "eps": (
        ("x**3, eps 0.5, atol 0.1", lambda x: x**3, Scaled, {"eps": 0.5, "atol": 0.1, "rtol": 0.0}, RAISES),
        ("x**3, eps 0.5, atol 0.3", lambda x: x**3, Scaled, {"eps": 0.5, "atol": 0.3, "rtol": 0.0}, PASSES),
        ("x**3, eps 0.01, atol 0.001", lambda x: x**3, Scaled, {"eps": 0.01, "atol": 0.001, "rtol": 0.0}, PASSES),
    ),
}


def _tolerated(settings: tuple[Setting, ...], names: Mapping[str, Any]) -> list[str]:
    return [_outcome(f, [engine(2.0)], tolerances, names) for _, f, engine, tolerances, _ in settings]


def _passing(names: Mapping[str, Any]) -> list[str]:
    """Return the outcomes for right engines: for one that is made here, and for the one of exercise 3.2."""
    outcomes = [_outcome(f, [Scaled(number) for number in numbers], {}, names) for _, f, numbers in RIGHT]
    return outcomes + [_outcome(f, [names["Value"](one) for one in numbers], {}, names) for _, f, numbers in RIGHT]


def _raising(engine: type[Scaled], places: tuple[int, ...], names: Mapping[str, Any]) -> list[str]:
    found = []
    for place in places:
        f, numbers = FIVE_TOWARDS[place]
        found.append(_outcome(f, [engine(number) for number in numbers], {}, names))
    return found


def _twice(names: Mapping[str, Any]) -> list[Any]:
    inputs = [Scaled(2.0), Scaled(5.0)]
    inputs[0].grad = inputs[1].grad = 7.0
    outcomes = [_outcome(lambda x, y: x * y + x, inputs, {}, names) for _ in range(2)]
    return [outcomes, [leaf.data for leaf in inputs]]


def _kept(names: Mapping[str, Any]) -> list[Any]:
    """Return the data afterwards; each of these numbers gets another last digit by a step there and back."""
    numbers = [0.1, 2.7, -3.9]
    inputs = [Scaled(number) for number in numbers]
    _outcome(lambda x, y, z: x * y + z, inputs, {"eps": 0.01, "atol": 1e-3}, names)
    kept = [leaf.data for leaf in inputs]
    return [*kept, kept == numbers]


def _told(place: int, factor: float, names: Mapping[str, Any]) -> list[Any]:
    """Return whether an error's text holds the index, the engine's gradient and the central difference."""
    numbers = [0.625, 1.125, 2.375, 7.25]
    slope = [1.0, 1.0, 7.25, 2.375][place]
    engine = _engine("Factor", lambda found: found * factor if math.isclose(found, slope) else found)
    inputs = [engine(number) for number in numbers]

    def f(w: Any, x: Any, y: Any, z: Any) -> Any:
        return w + x + y * z

    try:
        answer = names["gradcheck"](f, inputs)
    except Exception as error:  # Which kind it has to be is asked elsewhere.
        text = str(error)
    else:
        return ["no error", answer is True]
    reported = [float(digits) for digits in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", text)]
    near = [
        any(math.isclose(number, wanted, rel_tol=5e-3) for number in reported) for wanted in (slope * factor, slope)
    ]
    return [re.search(rf"(?<![\d.]){place}(?!\d|\.\d)", text) is not None, *near]


def _answered(key: str, names: Mapping[str, Any]) -> str:
    return str(names["broken"][key]).strip()


def _passes_where_it_is_wrong(names: Mapping[str, Any]) -> bool:
    """Tell whether b is the harmonic mean of 2 and 5, to two digits after the point.

    The engine gives -1/b times what arrives for the slope of a quotient, whatever its numerator. So b gets
    -(a + c) / b**2 in all, in place of -2*a*c / b**3.
    """
    return abs(names["broken"]["passes at"] - 2 / (1 / 2 + 1 / 5)) < 0.006


def _at_a_corner(names: Mapping[str, Any]) -> bool:
    """Tell whether (x - 2)(x - 4), cut off below 0, has a corner within a step of 1e-6 of the x that was found."""
    return min(abs(names["broken"]["refused at"] - corner) for corner in (2, 4)) < 1e-6


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = [Clause(COMPARES, "right engines pass", _passing, [PASSES] * 2 * len(RIGHT), exact=False)]
    made += [
        Clause(
            COMPARES,
            f"{engine.__name__}: inputs {places} are wrong",
            partial(_raising, engine, places),
            [RAISES for _ in places],
            exact=False,
        )
        for engine in (HALF, DOUBLE, OTHER_SIGN, NONE, NOT_A_NUMBER, INFINITE)
        for places in ((0,), (1, 2))
    ]
    made += [
        Clause(COMPARES, words, partial(_tolerated, settings), [setting[-1] for setting in settings], exact=False)
        for words, settings in TOLERANCES.items()
    ]
    made += [
        Clause(COMPARES, "twice with the same leaves", _twice, [[PASSES, PASSES], [2.0, 5.0]], exact=False),
        Clause(COMPARES, "the data afterwards", _kept, [0.1, 2.7, -3.9, True], exact=False),
        Clause(COMPARES, "the last of four inputs", partial(_told, 3, 10.0), [True, True, True]),
        Clause(COMPARES, "the third of four inputs", partial(_told, 2, 0.5), [True, True, True], exact=False),
        Clause(BROKEN, 'broken["engine"]', partial(_answered, "engine"), "B"),
        Clause(BROKEN, 'broken["operator"]', partial(_answered, "operator"), "/"),
        Clause(BROKEN, 'broken["passes at"]', _passes_where_it_is_wrong, True, exact=False),
        Clause(REFUSED, 'broken["refused at"]', _at_a_corner, True, exact=False),
    ]
    return tuple(made)
