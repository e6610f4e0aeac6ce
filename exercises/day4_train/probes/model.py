# SPDX-License-Identifier: MIT
"""Questions about all parameters of a model, and about the loss that is passed."""

from __future__ import annotations

from typing import Any

from exercises.day4_train.models import Line, Plane, lopsided, moved, slope
from exercises.day4_train.probes.asked import DRAWN_PLANE, PLANE, alone, near, probe, rate, right
from judge.asking.inputs import number, one_of
from judge.asking.probe import Namespace
from judge.run.answers import show
from judge.run.messages import Argument


def where(found: Any) -> Argument:
    """Put what became of all parameters into words: their numbers, or the text that says how they stayed."""
    return found if isinstance(found, str) else show(found)


def as_alone(namespace: Namespace, parameter: Any, start: float, gradient: float, eta: float) -> Any:
    """Return where a parameter is, or the right number if it moves as its model's only one with the same gradient.

    What is wrong in every step is reported in the check of a single one.
    """
    moved_alone = alone(namespace, start, gradient, eta)
    return (
        start - eta * gradient
        if moved_alone != start and near(parameter.data, moved_alone)
        else moved(parameter, start)
    )


@probe(
    "day4-train-model",
    f"`v`, `w` and `b` after one step on {PLANE}, learning rate {{eta}}",
    "every parameter moves, each by its own gradient",
    phrase=where,
    eta=rate,
    **DRAWN_PLANE,
)
def train_every_parameter(
    namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, eta: float
) -> Any:
    """Return all parameters after one step."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, eta, right.mean_square)
    starts = dict(zip(plane.parameters(), (v, w, b), strict=True))
    gradients = {slope(parameter) for parameter in starts}
    if len(gradients) == 1 and all(parameter.data == start for parameter, start in starts.items()):
        return f"all three where they were, with gradients that are {gradients.pop()}"
    error = v * x + w * y + b - t
    return _all_moved(namespace, starts, (2 * error * x, 2 * error * y, 2 * error), eta)


def _all_moved(namespace: Namespace, starts: dict[Any, float], gradients: tuple[float, ...], eta: float) -> list[Any]:
    """Return where all parameters are; the right numbers if each moves as its model's only one does."""
    own = list(zip(starts.items(), gradients, strict=True))
    ends = [alone(namespace, start, gradient, eta) for (_, start), gradient in own]
    # All or none: one that moves twice beside others that move once is no fault of every step.
    if all(end != start and near(one.data, end) for ((one, start), _), end in zip(own, ends, strict=True)):
        return [start - eta * gradient for (_, start), gradient in own]
    return [moved(parameter, start) for parameter, start in starts.items()]


@probe(
    "day4-train-model",
    "`v`, `w` and `b` after one step on the plane `y = v*x1 + w*x2 + b` at `v = w = b = {v}`, one sample (1, 1) with "
    "target {t}, learning rate {eta}, where all three have the label `w`",
    "parameters that hold the same number, the same gradient or the same label are still three",
    phrase=where,
    v=number,
    t=number,
    eta=rate,
)
def train_equal_parameters(namespace: Namespace, v: float, t: float, eta: float) -> Any:
    """Return all parameters after one step, where nothing but their being three objects tells them apart."""
    plane = Plane(namespace["Value"], v, v, v)
    for parameter in plane.parameters():
        parameter.label = "w"
    namespace["train"](plane, [[1.0, 1.0]], [t], 1, eta, right.mean_square)
    starts = dict.fromkeys(plane.parameters(), v)
    # That no parameter moves is asked of three that differ.
    if all(parameter.data == v for parameter in starts):
        return [v - eta * 2 * (3 * v - t)] * 3
    return _all_moved(namespace, starts, (2 * (3 * v - t),) * 3, eta)


@probe(
    "day4-train-model",
    f"which of `v`, `w` and `b` have changed after 2 steps on {PLANE}, learning rate {{eta}}",
    "all of them move",
    phrase=str,
    **DRAWN_PLANE,
    eta=one_of([0.001], simple=[1.0]),
)
def train_moves(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, eta: float) -> Any:
    """Name the parameters that two steps have moved: an update that comes before its gradient moves in the second."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 2, eta, right.mean_square)
    ends = zip("vwb", plane.parameters(), (v, w, b), strict=True)
    return ", ".join(name for name, parameter, start in ends if parameter.data != start) or "none"


@probe(
    "day4-train-model",
    f"`b` after one step on {PLANE}, learning rate 0.001, with a loss of three times the squared error",
    "the loss that was passed has to be used",
    **DRAWN_PLANE,
)
def train_loss_passed(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return a parameter after a step with another loss than the default."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, 0.001, right.thrice)
    return as_alone(namespace, plane.b, b, 6 * (v * x + w * y + b - t), 0.001)


@probe(
    "day4-train-model",
    f"`b` after one step on {PLANE}, learning rate 0.25, with the loss 2 * prediction - target",
    "the loss gets the predictions first, then the targets",
    **DRAWN_PLANE,
)
def train_loss_arguments(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return a parameter after a step with a loss in which predictions and targets play different parts."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, 0.25, lopsided)
    return as_alone(namespace, plane.b, b, 2.0, 0.25)


@probe(
    "day4-train-model",
    "what the loss gets as the prediction of a model with two outputs",
    "the model's output is passed on unchanged: section 6 trains a model with ten outputs",
    phrase=str,
)
def train_two_outputs(namespace: Namespace) -> Any:
    """Return how many of a model's outputs the loss gets for each sample."""
    given: list[Any] = []

    class Pair(Line):
        """The model with the outputs w * x and w."""

        def __call__(self, x: list[float]) -> Any:
            return [self.w * x[0], self.w * 1.0]

    def noted(predictions: list[Any], targets: list[float]) -> Any:
        given.extend(predictions)
        return sum(one if isinstance(one, namespace["Value"]) else one[-1] for one in predictions) * 1.0

    namespace["train"](Pair(namespace["Value"], 0.5), [[1.5], [2.5]], [1.0, 2.0], 1, 0.25, noted)
    cut = any(isinstance(one, namespace["Value"]) for one in given[:2])
    return "one of its outputs" if cut else "its outputs, in a list"


@probe(
    "day4-train-model",
    "`w` after one step on the line `y = w*x`, `w = {w}`, with a loss whose gradient is {g}, learning rate {eta}",
    "twice the gradient gives twice the step, and half of it gives half the step, however small it is",
    phrase=str,
    w=number,
    g=one_of([-0.125, 0.25, -0.375], simple=[2.0, 3.0]),
    eta=rate,
)
def train_small_gradient(namespace: Namespace, w: float, g: float, eta: float) -> Any:
    """Return the parameter after one step along a gradient below 1."""
    once, twice = (alone(namespace, w, gradient, eta) for gradient in (g, 2 * g))
    if once != w and near(2 * (once - w), twice - w):
        return "half as far from the start as with twice the gradient"
    return once


@probe(
    "day4-train-model",
    "how many of the three parameters of a plane are still the same objects after 2 steps",
    "`data` changes but the object stays, since the model holds the object",
)
def train_in_place(namespace: Namespace) -> Any:
    """Return how many parameter objects survive training."""
    plane = Plane(namespace["Value"], 1.0, 2.0, 3.0)
    before = plane.parameters()
    namespace["train"](plane, [[1.0, 2.0]], [3.0], 2, 0.01, right.mean_square)
    return sum(old is new for old, new in zip(before, plane.parameters(), strict=True))
