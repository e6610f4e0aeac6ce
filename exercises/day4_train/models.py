# SPDX-License-Identifier: MIT
"""How ``train`` is asked: on small models, with a loss for them, and how their parameters moved."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from judge.asking.probe import Namespace
from judge.asking.probe import probe as any_probe
from judge.asking.standing_in import may_stand_in, note

GRADIENT = "with a gradient that is"


def probe(check: str, *texts: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question; how a gradient is set to 0 is asked in one check alone."""
    register = any_probe(check, *texts, **options)

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def without_nones(namespace: Namespace, **inputs: Any) -> Any:
            names = type(namespace)({**namespace, "Value": without_none(namespace["Value"])})
            return function(names, **inputs)

        return register(function if check == "day4-train-zero" else without_nones)

    return registered


def without_none(value: type) -> type:
    """Return a kind of node whose gradient is 0 where it is set to None: another check asks how it is set to 0."""

    def gradient(node: Any) -> Any:
        return vars(node)["grad"]

    def set_gradient(node: Any, number: Any) -> None:
        if number is None and may_stand_in():
            note(["grad"])
            number = 0.0
        vars(node)["grad"] = number

    return type(value.__name__, (value,), {"grad": property(gradient, set_gradient)})


class Line:
    """The model y = w * x."""

    def __init__(self, value: type, w: float):
        self.w = value(w)

    def __call__(self, x: list[float]) -> Any:
        """Return the prediction for one input."""
        return self.w * x[0]

    def parameters(self) -> list[Any]:
        """Return a list that holds ``w`` alone."""
        return [self.w]


class Plane:
    """The model y = v * x1 + w * x2 + b."""

    def __init__(self, value: type, v: float, w: float, b: float):
        self.v, self.w, self.b = value(v), value(w), value(b)

    def __call__(self, x: list[float]) -> Any:
        """Return the prediction for two inputs."""
        return self.v * x[0] + self.w * x[1] + self.b

    def parameters(self) -> list[Any]:
        """Return v, w and b."""
        return [self.v, self.w, self.b]


def lopsided(predictions: list[Any], targets: list[float]) -> Any:
    """Return a loss in which predictions and targets cannot change places."""
    return sum(prediction * 2.0 - target for prediction, target in zip(predictions, targets, strict=True))


def moved(parameter: Any, start: float) -> Any:
    """Return a parameter's number, or how it stayed where it was: in a form that reads as a sentence does."""
    if parameter.data != start:
        return parameter.data
    return {"still": start, GRADIENT: slope(parameter)}


def slope(parameter: Any) -> str:
    """Say whether a parameter has a gradient."""
    return "zero" if parameter.grad == 0 else "not zero"
