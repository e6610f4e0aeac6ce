# SPDX-License-Identifier: MIT
"""Questions about ``clip_gradients``, and about a vector that cutting each number turns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from exercises.day5_hooks.torch_models import (
    Parameter,
    as_number,
    as_numbers,
    factor,
    gradients,
    parameters_with,
    probe,
)
from exercises.shared.paper import with_point
from exercises.shared.plain import as_written, number_of
from judge.asking.probe import Namespace, written
from judge.run.answers import comma_among


def clipped(namespace: Namespace, parameters: Any, limit: float) -> Any:
    """Return what the learner's clipping returns."""
    return as_number(namespace["clip_gradients"](parameters, limit))


def digits(values: Iterable[Any]) -> list[Any]:
    """Return numbers to four decimals: what a small number in the divisor changes is asked for on its own."""
    return [round(value, 4) + 0.0 if isinstance(value, (int, float)) else value for value in values]


def norm_of(grads: list[float]) -> float:
    """Return the norm of drawn gradients, which is a whole number."""
    return float(round(math.hypot(*grads)))


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with `limit = norm / {k}`, of gradients {grads}",
    "all of them are multiplied by the same factor, 1 / {k}",
    grads=gradients,
    k=factor,
)
def clip_scales(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) / k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "the data after `clip_gradients` of three parameters with data 10, 20, 30",
    "clipping changes only the gradients",
    grads=gradients,
    k=factor,
)
def clip_leaves_data(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return the parameters' data after clipping."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) / k)
    return [parameter.data for parameter in parameters]


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with `limit = norm / {k}`, of a generator of gradients {grads}",
    "a generator can be looped over only once, and both steps need the parameters",
    grads=gradients,
    k=factor,
)
def clip_generator(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping, where the parameters come one by one."""
    parameters = parameters_with(grads)
    clipped(namespace, (parameter for parameter in parameters), norm_of(grads) / k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with limit 0.125, of gradients (0.3, -0.4)",
    "the norm is 0.5, which is small but above the limit, so all of them are divided by 4",
)
def clip_scales_small(namespace: Namespace) -> Any:
    """Return gradients after clipping where their norm is below 1."""
    parameters = parameters_with([0.3, -0.4])
    clipped(namespace, parameters, 0.125)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "the first gradient after `clip_gradients`, with limit 1e-7, of gradients (3e-7, -4e-7), in units of the limit",
    "the norm is 5e-7, so both are divided by 5: the factor is the same however small the norm is",
)
def clip_scales_tiny(namespace: Namespace) -> Any:
    """Return a gradient after clipping where a small number in the divisor would show."""
    parameters = parameters_with([3e-7, -4e-7])
    clipped(namespace, parameters, 1e-7)
    (scaled,) = as_numbers(parameter.grad for parameter in parameters[:1])
    return round(scaled / 1e-7, 4) if isinstance(scaled, float) else scaled


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with limit 4.5, of gradients (3.0, -4.0)",
    "the norm is 5.0, above the limit, although neither gradient is: both are multiplied by 0.9",
)
def clip_scales_by_the_norm(namespace: Namespace) -> Any:
    """Return gradients after clipping where each of them is below the limit, and their norm is above it."""
    parameters = parameters_with([3.0, -4.0])
    clipped(namespace, parameters, 4.5)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "what `clip_gradients` returns for gradients {grads} and `limit = norm / {k}`",
    "it is the norm before clipping",
    grads=gradients,
    k=factor,
)
def clip_returns(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return what clipping returns above the limit."""
    return clipped(namespace, parameters_with(grads), norm_of(grads) / k)


@probe(
    "day5-clip-scales",
    "what `clip_gradients` returns for gradients {grads} and `limit = {k} * norm`",
    "it is the norm, even if nothing is clipped",
    grads=gradients,
    k=factor,
)
def clip_returns_below(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return what clipping returns below the limit."""
    return clipped(namespace, parameters_with(grads), norm_of(grads) * k)


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with `limit = {k} * norm`, of gradients {grads}",
    "the norm is below the limit, so nothing changes",
    grads=gradients,
    k=factor,
)
def clip_keeps(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping where nothing needs to change."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) * k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with limit {k}, of gradients (0.0, 0.0)",
    "the norm is 0.0, which is below the limit",
    k=factor,
)
def clip_zero(namespace: Namespace, k: float) -> Any:
    """Return gradients of 0 after clipping."""
    parameters = parameters_with([0.0, 0.0])
    clipped(namespace, parameters, k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe("day5-clip-scales", "what `clip_gradients` returns for no parameters", "the norm of nothing is 0.0", k=factor)
def clip_nothing(namespace: Namespace, k: float) -> Any:
    """Return what clipping returns for an empty list."""
    return clipped(namespace, [], k)


@probe(
    "day5-clip-scales",
    "what `clip_gradients` returns, and the gradients afterwards, for four parameters with the same data and label and "
    "the gradients (3.0, 3.0, 3.0, 3.0), with limit 3.0",
    "parameters that hold the same numbers are still four: the norm is 6.0, so each gradient is halved",
)
def clip_equal_parameters(namespace: Namespace) -> Any:
    """Return the norm and the gradients of parameters that only their being four objects tells apart."""
    parameters = [Parameter(10.0, 3.0) for _ in range(4)]
    for parameter in parameters:
        parameter.label = "w"
    norm = clipped(namespace, parameters, 3.0)
    return [norm, *digits(as_numbers(parameter.grad for parameter in parameters))]


LIMIT, FAR = 5.0, 40.0


@probe(
    "day5-clip-turns",
    "by how much your `turned_far` is turned when each of its numbers is clipped at 5",
    "a vector with one large and one small number points almost along an axis, and clipping shortens only the large "
    "one",
    reveal=False,
    phrase=str,
)
def turns(namespace: Namespace) -> str:
    """Say by how many degrees the pair turns: every pair that turns by more than 40 counts."""
    return turned(written(namespace["turned_far"]))


def turned(pair: Any, limit: float = LIMIT, far: float = FAR) -> str:
    """Say by how many degrees a pair turns when each of its numbers is clipped at a limit; all far ones are alike."""
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return with_point(f"nothing, since {as_written(pair)} is not a pair of numbers", comma_among(pair, 2))
    numbers = [number_of(written(entry)) for entry in pair]
    if not all(type(entry) in (int, float) and math.isfinite(entry) for entry in numbers):
        return f"nothing, since not both of {as_written(pair)} are finite numbers"
    if not any(numbers):
        return "nothing, since (0, 0) has no direction"
    cut = [max(-limit, min(limit, entry)) for entry in numbers]
    turn = abs(math.degrees(math.atan2(cut[1], cut[0]) - math.atan2(numbers[1], numbers[0])))
    return f"more than {far:g} degrees" if turn > far else f"{turn:.0f} degrees"
