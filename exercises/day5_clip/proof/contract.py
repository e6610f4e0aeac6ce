# SPDX-License-Identifier: MIT
"""The contract of exercise 5.7, checked against plain arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

SCALES, TURNS = (f"day5-clip-{name}" for name in ("scales", "turns"))

ABOVE: tuple[tuple[tuple[float, ...], float], ...] = (
    ((30.0, -40.0), 5.0),
    ((-9.0,), 2.0),
    ((1.5, 2.0, -6.0), 0.5),
    ((0.03, 0.0, -0.04), 0.01),
    ((3.0, -4.0, 12.0, 0.25), 13.0),
)
BELOW: tuple[tuple[tuple[float, ...], float], ...] = (
    ((0.3, 0.4), 5.0),
    ((-2.0,), 2.5),
    ((1.5, 2.0, -6.0), 7.0),
    ((0.0, 0.0), 1.0),
    ((3.0, 0.0, -4.0), 5.0),
    ((0.03, 0.0, -0.04), 0.06),
)


def _clipped(names: Mapping[str, Any], gradients: tuple[float, ...], limit: float, once: bool) -> tuple[Any, list[Any]]:
    parameters = [names["Value"](10.0 * (place + 1)) for place in range(len(gradients))]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = gradient
    given: Iterable[Any] = (parameter for parameter in parameters) if once else list(parameters)
    return names["clip_gradients"](given, limit), parameters


def _after(gradients: tuple[float, ...], limit: float, once: bool) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        parameters = _clipped(names, gradients, limit, once)[1]
        return [[parameter.grad for parameter in parameters], [parameter.data for parameter in parameters]]

    factor = limit / max(limit, math.hypot(*gradients))
    expected = [[gradient * factor for gradient in gradients], [10.0 * (place + 1) for place in range(len(gradients))]]
    return Clause(SCALES, f"gradients {gradients} after limit {limit}{_words(once)}", ask, expected)


def _returned(gradients: tuple[float, ...], limit: float, once: bool) -> Clause:
    def ask(names: Mapping[str, Any]) -> Any:
        norm = _clipped(names, gradients, limit, once)[0]
        return norm if norm is None or isinstance(norm, float) else "neither None nor a float"

    words = f"what is returned for {gradients} and limit {limit}{_words(once)}"
    return Clause(SCALES, words, ask, math.hypot(*gradients))


def _words(once: bool) -> str:
    return ", which come one by one" if once else ""


def _turned(names: Mapping[str, Any]) -> bool:
    """Tell whether the pair and what is left of it after cutting stand more than 40 degrees apart."""
    pair = [float(one) for one in names["turned_far"]]
    cut = [math.copysign(min(abs(one), 5.0), one) for one in pair]
    cosine = sum(one * other for one, other in zip(pair, cut, strict=True)) / math.hypot(*pair) / math.hypot(*cut)
    return cosine < math.cos(math.radians(40))


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    scaled = [
        clause
        for once in (False, True)
        for clause in (
            *(_after(*drawn, once) for drawn in (*ABOVE, *BELOW)),
            *(_returned(*drawn, once) for drawn in (*ABOVE, *BELOW, ((), 1.0))),
        )
    ]
    return (*scaled, Clause(TURNS, "a pair that cutting turns far", _turned, True, exact=False))
