# SPDX-License-Identifier: MIT
"""What the card of exercise 5.1 promises, held against PyTorch in float64."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import torch

from verification.exercises.shared.contract import Clause

__all__ = ["clauses"]

LENGTH, REFUSES = "day5-norm-length", "day5-norm-refuses"

GRADIENTS: tuple[tuple[float, ...], ...] = (
    (),
    (0.0,),
    (-7.25,),
    (0.375,),
    (3.0, -4.0, 0.0),
    (1.5, 2.0, -6.0),
    (0.0, 0.0, 0.0),
    (-0.00125, 0.0025),
    (12.5, -0.3, 4.0, 2.2, -9.1, 0.7),
    (3e6, 4e-6, -1e3),
)


def _parameters(names: Mapping[str, Any], gradients: Sequence[float]) -> list[Any]:
    made = [names["Value"](10.0 * (place + 1)) for place in range(len(gradients))]
    for parameter, gradient in zip(made, gradients, strict=True):
        parameter.grad = gradient
    return made


def _norm(gradients: tuple[float, ...], once: bool) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        parameters = _parameters(names, gradients)
        given: Iterable[Any] = (parameter for parameter in parameters) if once else parameters
        norm = names["gradient_norm"](given)
        left = [[parameter.grad, parameter.data] for parameter in parameters]
        return [norm, isinstance(norm, float), left]

    norm = torch.linalg.vector_norm(torch.tensor(gradients, dtype=torch.float64)).item()
    left = [[gradient, 10.0 * (place + 1)] for place, gradient in enumerate(gradients)]
    words = f"the norm of {list(gradients)}{', which come one by one' if once else ''}"
    return Clause(LENGTH, words, ask, [norm, True, left])


def _refuses(value: float, position: int, count: int, once: bool = False) -> Clause:
    def ask(names: Mapping[str, Any]) -> str:
        gradients = [0.5] * count
        gradients[position] = value
        parameters = _parameters(names, gradients)
        try:
            norm = names["gradient_norm"](iter(parameters) if once else parameters)
        except ValueError as error:
            return f"ValueError, position named: {str(position) in re.findall(r'[0-9]+', str(error))}"
        return f"no error but {norm}"

    words = f"{value} at position {position} of {count}"
    return Clause(REFUSES, words, ask, "ValueError, position named: True")


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card promises."""
    return (
        *(_norm(gradients, once) for gradients in GRADIENTS for once in (False, True)),
        *(
            _refuses(value, position, count)
            for value in (math.nan, math.inf, -math.inf)
            for position, count in ((1, 2), (0, 3), (7, 11), (10, 11))
        ),
        _refuses(math.nan, 3, 6, once=True),
    )
