# SPDX-License-Identifier: MIT
"""What the questions about ``train`` share: small models that it trains, and how their parameters should move."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from exercises.day4_train.models import Line, slope
from exercises.day4_train.models import probe as training_probe
from exercises.shared.stand_in import Part, name_in, replaced_unless
from judge.asking.inputs import Draw, one_of_many, positive
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day4_train.right")


def _measures(loss: Any, value: Any) -> bool:
    first, second = value(1.0), value(3.0)
    root = loss([first, second], [2.0, 1.0])
    root.backward()
    return (root.data, first.grad, second.grad) == (2.5, -1.0, 2.0)


def probe(check: str, ask: str, because: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question about ``train``, which may call ``mean_squared_error``: a right one, where that is wrong."""

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_right_loss(namespace: Namespace, **inputs: Any) -> Any:
            own = namespace["train"]
            loss = Part(lambda: right.mean_square)
            works = partial(_measures, name_in(own, "mean_squared_error"), namespace["Value"])
            with replaced_unless(own, works, mean_squared_error=loss):
                return function(namespace, **inputs)

        return training_probe(check, ask, because, **options)(with_right_loss)

    return registered


def rate(draw: Draw) -> float:
    """Return a learning rate at which three steps on the small models stay small; a simple one is 1 or 2."""
    return draw.random.choice((1.0, 2.0)) if draw.simple else draw.fresh(lambda: draw.random.randint(2, 9) / 400)


def _positive(draw: Draw) -> float:
    return draw.random.choice((1.0, 1.0, 2.0)) if draw.simple else positive(draw)


LINE = "the line `y = w*x`, `w = {w}`, samples ({a}, {b}) and ({c}, {d}), learning rate {eta}"
DRAWN: dict[str, Any] = {
    "w": one_of_many,
    "a": _positive,
    "b": one_of_many,
    "c": _positive,
    "d": one_of_many,
    "eta": rate,
}
# With these samples and this rate, w moves past the lowest loss, further with each step.
TOO_FAR = "the line `y = w*x`, `w = {w}`, samples (1.5, {b}) and (2.5, {d}), learning rate 2.0"
PLANE = "the plane `y = v*x1 + w*x2 + b` at `v = {v}`, `w = {w}`, `b = {b}`, one sample ({x}, {y}) with target {t}"
DRAWN_PLANE = {name: one_of_many for name in "vwbxyt"}


def trained(namespace: Namespace, line: Line, steps: int, a: float, b: float, c: float, d: float, eta: float) -> Any:
    """Return what a line's training by the learner's ``train`` gives, on two samples with the mean of squares."""
    return namespace["train"](line, [[a], [c]], [b, d], steps, eta, right.mean_square)


def alone(namespace: Namespace, start: float, gradient: float, eta: float) -> Any:
    """Return a parameter after one step as its model's only one: what is wrong in every step shows there, too."""
    line = Line(namespace["Value"], start)
    namespace["train"](line, [[gradient]], [0.0], 1, eta, lambda predictions, targets: predictions[0] - targets[0])
    return line.w.data


def by_formula(w: float, steps: int, a: float, b: float, c: float, d: float, eta: float) -> float:
    """Return where steps along the gradient of the mean of two squared errors take w."""
    for _ in range(steps):
        w -= eta * ((w * a - b) * a + (w * c - d) * c)
    return w


def near(first: Any, second: Any) -> bool:
    """Tell whether two numbers are floats that agree."""
    return isinstance(first, float) and isinstance(second, float) and alike([first], [second])


def as_clean(line: Line, clean: Line, start: float) -> bool:
    """Tell whether a parameter ended like one whose gradient was 0 before.

    Where both are at their start or at 0, their numbers say nothing of that, so their gradients decide.
    """
    if clean.w.data == line.w.data and line.w.data in (start, 0.0):
        return slope(clean.w) == "not zero" and near(line.w.grad, clean.w.grad)
    return clean.w.data != start and near(line.w.data, clean.w.data)


def alike(first: list[float], second: list[float]) -> bool:
    """Tell whether two lists of numbers agree."""
    return all(math.isclose(*pair, rel_tol=1e-9, abs_tol=1e-12) for pair in zip(first, second, strict=True))
