# SPDX-License-Identifier: MIT
"""The contract of exercise 2.6, checked against derivatives that were found on paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

STILL, ENGINE, TORCH, MATCH = (f"day2-complex-{name}" for name in ("still", "engine", "torch", "match"))

POINTS = ((2.0, -3.0, 10.0), (-1.25, 0.75, 4.0), (0.3, 0.7, -2.1), (5 / 3, -4 / 3, 1 / 3))


def _gradients(a: float, b: float, c: float) -> list[float]:
    left, right = a * b + c, a + b
    return [b * right + left, a * right + left, right]


class OtherRules:
    """A node with wrong rules: a product passes on twice, and a sum three times, what is right.

    So a learner's function that asks the engine for gradients gives these numbers, and one that computes the formulas
    by itself gives the right ones. A leaf collects five times what arrives: a function that returns the gradients of
    inner nodes, which are equal otherwise, is found out, too.
    """

    def __init__(self, data: float, _prev: tuple[Any, ...] = (), _op: str = "") -> None:
        self.data, self.grad, self._prev, self._op, self.label = data, 0.0, _prev, _op, ""
        self._backward: Callable[[], None] = lambda: None

    def _with(self, other: OtherRules, data: float, op: str, slopes: tuple[float, float]) -> OtherRules:
        out = OtherRules(data, (self, other), op)

        def pass_on() -> None:
            for node, slope in zip((self, other), slopes, strict=True):
                node.grad += slope * out.grad * (1.0 if node._prev else 5.0)

        out._backward = pass_on
        return out

    def __add__(self, other: OtherRules) -> OtherRules:
        return self._with(other, self.data + other.data, "+", (3.0, 3.0))

    def __mul__(self, other: OtherRules) -> OtherRules:
        return self._with(other, self.data * other.data, "*", (2 * other.data, 2 * self.data))


def _stands_still(names: Mapping[str, Any]) -> list[bool]:
    """Tell whether the gradient of a is 0 at the point, L is not, and no number is 0."""
    a, b, c = point = [float(names["on_paper"][key]) for key in "abc"]
    left, right = a * b + c, a + b
    return [math.isclose(b * right, -left, rel_tol=1e-6), left * right != 0, all(point)]


def _compared(names: Mapping[str, Any]) -> list[Any]:
    """Return why a wrong rule behind ReLU was not seen, and whether ReLU lets something through with the new bias."""
    comparison = names["comparison"]
    # The card's neuron has the inputs 2 and 3, and the weights 0.5 and -1.
    before_relu = 0.5 * 2 - 1 * 3 + comparison["bias"]
    return [comparison["because"], before_relu > 0]


def _three(gradients: Any) -> list[float]:
    if isinstance(gradients, dict):
        gradients = [gradients[name] for name in "abc"]
    return [float(gradient) for gradient in gradients]


def _by_engine(point: tuple[float, float, float], names: Mapping[str, Any]) -> list[float]:
    return _three(names["from_engine"](*map(names["Value"], point)))


def _by_other_rules(names: Mapping[str, Any]) -> list[float]:
    return _three(names["from_engine"](*map(OtherRules, POINTS[0])))


def _by_torch(point: tuple[float, float, float], names: Mapping[str, Any]) -> list[float]:
    return _three(names["from_torch"](*point))


def _digits(names: Mapping[str, Any]) -> list[bool]:
    """Tell whether each gradient has the digits that 64 bits keep: a float of 32 bits ends after seven."""
    found = _three(names["from_torch"](*POINTS[-1]))
    return [math.isclose(*pair, rel_tol=1e-12) for pair in zip(found, _gradients(*POINTS[-1]), strict=True)]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    import_module("torch")  # While lines are counted, a first import would take long.
    made = [
        Clause(STILL, "a point at which L stands still", _stands_still, [True] * 3, exact=False),
        Clause(MATCH, "what the comparison left open", _compared, ["C", True], exact=False),
    ]
    for point in POINTS:
        made += [
            Clause(ENGINE, f"from_engine at {point}", partial(_by_engine, point), _gradients(*point)),
            Clause(TORCH, f"from_torch at {point}", partial(_by_torch, point), _gradients(*point)),
        ]
    a, b, c = POINTS[0]
    left, right = a * b + c, a + b
    # A path of L = (a*b + c) * (a + b) gets a factor of 2 at each product, of 3 at each sum, and of 5 at its leaf.
    by_product = 2 * 3 * 2 * 5  # from L through a*b + c and a*b
    by_sum = 2 * 3 * 5  # from L through one of the two sums
    other_rules = [
        by_product * b * right + by_sum * left,
        by_product * a * right + by_sum * left,
        by_sum * right,
    ]
    made += [
        Clause(ENGINE, "from_engine with other rules", _by_other_rules, other_rules, exact=False),
        Clause(TORCH, "from_torch keeps 64 bits", _digits, [True, True, True]),
    ]
    return tuple(made)
