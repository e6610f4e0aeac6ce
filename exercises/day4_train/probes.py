# SPDX-License-Identifier: MIT
"""Questions about ``train``, on models that are made here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from exercises.day4_train.models import Line, Plane, lopsided, moved, probe, slope
from judge.asking.inputs import Draw, number, positive
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace
from judge.run.answers import show
from judge.run.messages import Argument

right = KeptAway("exercises.day4_train.right")


def rate(draw: Draw) -> float:
    """Return a learning rate at which three steps on the small models stay small."""
    return draw.fresh(lambda: draw.random.randint(2, 9) / 400)


_LINE = "the line `y = w*x`, `w = {w}`, samples ({a}, {b}) and ({c}, {d}), learning rate {eta}"
_DRAWN = {"w": number, "a": positive, "b": number, "c": positive, "d": number, "eta": rate}


def _trained(namespace: Namespace, line: Line, steps: int, a: float, b: float, c: float, d: float, eta: float) -> Any:
    return namespace["train"](line, [[a], [c]], [b, d], steps, eta, right.mean_square)


def _alone(namespace: Namespace, start: float, gradient: float, eta: float) -> Any:
    """Return a parameter after one step as its model's only one: what is wrong in every step shows there, too."""
    line = Line(namespace["Value"], start)
    namespace["train"](line, [[gradient]], [0.0], 1, eta, lambda predictions, targets: predictions[0] - targets[0])
    return line.w.data


def where(found: Any) -> Argument:
    """Put what became of all parameters into words: their numbers, or the text that says how they stayed."""
    return found if isinstance(found, str) else show(found)


def _by_formula(w: float, steps: int, a: float, b: float, c: float, d: float, eta: float) -> float:
    """Return where steps along the gradient of the mean of two squared errors take w."""
    for _ in range(steps):
        w -= eta * ((w * a - b) * a + (w * c - d) * c)
    return w


def _near(first: Any, second: Any) -> bool:
    return isinstance(first, float) and isinstance(second, float) and _alike([first], [second])


def _as_clean(line: Line, clean: Line, start: float) -> bool:
    """Tell whether a parameter ended like one whose gradient was 0 before.

    Where both are at their start or at 0, their numbers say nothing of that, so their gradients decide.
    """
    if clean.w.data == line.w.data and line.w.data in (start, 0.0):
        return slope(clean.w) == "not zero" and _near(line.w.grad, clean.w.grad)
    return clean.w.data != start and _near(line.w.data, clean.w.data)


def _as_alone(namespace: Namespace, parameter: Any, start: float, gradient: float, eta: float) -> Any:
    """Return where a parameter is, or the right number if it moves as its model's only one with the same gradient.

    What is wrong in every step is reported in the check of a single one.
    """
    alone = _alone(namespace, start, gradient, eta)
    return start - eta * gradient if alone != start and _near(parameter.data, alone) else moved(parameter, start)


@probe("day4-train-step", f"the number of losses after 3 steps on {_LINE}", "each step gives one loss", **_DRAWN)
def train_count(namespace: Namespace, w: float, **data: float) -> Any:
    """Return how many losses three steps give."""
    return len(_trained(namespace, Line(namespace["Value"], w), 3, **data))


@probe(
    "day4-train-step",
    f"the first loss on {_LINE}",
    "it is the mean of the squared errors before anything has moved, as a plain float",
    **_DRAWN,
)
def train_first_loss(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the first of the losses that two steps give."""
    return _trained(namespace, Line(namespace["Value"], w), 2, **data)[0]


@probe(
    "day4-train-step",
    f"`w` after one step on {_LINE}",
    "`w` moves by the learning rate times the gradient of the mean, against it",
    **_DRAWN,
)
def train_one_update(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the parameter after one step."""
    line = Line(namespace["Value"], w)
    _trained(namespace, line, 1, **data)
    return moved(line.w, w)


@probe(
    "day4-train-step",
    f"`w` after one step on {_LINE}, and three more samples ({{d}}, {{a}}), ({{c}}, {{c}}) and ({{b}}, {{w}})",
    "all samples count in every step",
    **_DRAWN,
)
def train_five_samples(namespace: Namespace, w: float, a: float, b: float, c: float, d: float, eta: float) -> Any:
    """Return the parameter after one step on more samples than two."""
    line = Line(namespace["Value"], w)
    namespace["train"](line, [[a], [c], [d], [c], [b]], [b, d, a, c, w], 1, eta, right.mean_square)
    return moved(line.w, w)


@probe(
    "day4-train-step",
    "the number of losses after 4 steps on a model of three parameters, where the samples lie on it",
    "each step gives one loss, however many parameters there are, even if it is 0 from the start",
)
def train_count_at_the_end(namespace: Namespace) -> Any:
    """Return how many losses four steps give where nothing is left to learn: when to stop is for the caller to say."""
    plane = Plane(namespace["Value"], 2.0, -0.5, 0.75)
    return len(namespace["train"](plane, [[1.5, 2.5], [-0.5, 1.0]], [2.5, -0.75], 4, 0.01, right.mean_square))


@probe(
    "day4-train-step",
    f"whether `w.data` is set in two steps on {_LINE}",
    "the update changes it to another number",
    **_DRAWN,
)
def train_data_set(namespace: Namespace, w: float, **data: float) -> Any:
    """Say what was assigned to the parameter's data: an update by 0 assigns the same number."""
    written: list[Any] = []

    class Watched(namespace["Value"]):  # type: ignore[misc]
        """A Value that notes when its data is set."""

        @property
        def data(self) -> Any:
            """Return the number."""
            return self.__dict__["watched"]

        @data.setter
        def data(self, value: Any) -> None:
            written.append(value)
            self.__dict__["watched"] = value

    line = Line(Watched, w)
    written.clear()
    _trained(namespace, line, 2, **data)
    if not written:
        return "never set"
    if len(written) > 2 and written.count(0.0) > 1:
        return "set to 0 in every step, and to another number afterwards"
    return "set to another number" if any(value != w for value in written) else "set, each time to the same number"


@probe(
    "day4-train-zero",
    f"`w` after one step on {_LINE}, where `w.grad` was {{g}} before",
    "gradients from before do not count, so `w` moves as if `w.grad` had been 0",
    g=number,
    **_DRAWN,
)
def train_left_over(namespace: Namespace, w: float, g: float, **data: float) -> Any:
    """Return the parameter after one step that began with a gradient from elsewhere."""
    line, clean = Line(namespace["Value"], w), Line(namespace["Value"], w)
    line.w.grad, clean.w.grad = g, 0.0
    for each in (line, clean):
        _trained(namespace, each, 1, **data)
    # What is wrong in every step is reported in the check of a single one.
    return _by_formula(w, 1, **data) if _as_clean(line, clean, w) else moved(line.w, w)


@probe(
    "day4-train-zero",
    f"whether `w` is a number after one step on {_LINE}, where `w.grad` was NaN before",
    "gradients from before do not count, whatever they are",
    phrase=str,
    **_DRAWN,
)
def train_left_over_nan(namespace: Namespace, w: float, **data: float) -> Any:
    """Say whether a gradient that is no number spoils the next step: 0 times NaN is NaN."""
    line = Line(namespace["Value"], w)
    line.w.grad = math.nan
    _trained(namespace, line, 1, **data)
    return "NaN" if line.w.data != line.w.data else "a number"


@probe("day4-train-zero", f"`w` after 3 steps on {_LINE}", "each step uses only its own gradient", **_DRAWN)
def train_three_updates(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the parameter after three steps."""
    line, apart = Line(namespace["Value"], w), Line(namespace["Value"], w)
    _trained(namespace, line, 3, **data)
    for _ in range(3):
        apart.w.grad = 0.0
        _trained(namespace, apart, 1, **data)
    return _by_formula(w, 3, **data) if _as_clean(line, apart, w) else moved(line.w, w)


# How a list with one loss for each round may be wrong. A list of other things, a short one, and one that begins with
# another number or with the loss after the update are reported in the check of a single step.
OF_ITS_ROUND = "each that of its own round"


@probe(
    "day4-train-zero",
    f"the losses in the list of 4 steps on {_LINE}",
    "each step computes the predictions again, and their loss",
    phrase=str,
    **_DRAWN,
)
def train_losses(namespace: Namespace, w: float, **data: float) -> Any:
    """Say whether the losses of four steps are those of the numbers that the parameter has had."""
    lines = [Line(namespace["Value"], w) for _ in range(5)]
    lists = [_trained(namespace, line, steps, **data) for steps, line in enumerate(lines[1:], 1)]
    a, b, c, d, _ = data.values()
    measured = [right.mean_square([line([a]), line([c])], [b, d]).data for line in lines]
    found = [getattr(entry, "data", entry) for entry in lists[-1]] if isinstance(lists[-1], Iterable) else []
    if len(found) != 4 or not all(isinstance(entry, (int, float)) for entry in found):
        return OF_ITS_ROUND
    starts = [start for start in (0, 1) if _alike(found[:1], measured[start : start + 1])]
    if not starts or any(_alike(found, measured[start : start + 4]) for start in starts):
        return OF_ITS_ROUND
    return "the first one, again and again" if _alike(found, found[:1] * 4) else "other numbers from the second on"


def _alike(first: list[float], second: list[float]) -> bool:
    return all(math.isclose(*pair, rel_tol=1e-9, abs_tol=1e-12) for pair in zip(first, second, strict=True))


_PLANE = "the plane `y = v*x1 + w*x2 + b` at `v = {v}`, `w = {w}`, `b = {b}`, one sample ({x}, {y}) with target {t}"
_DRAWN_PLANE = {name: number for name in "vwbxyt"}


@probe(
    "day4-train-zero",
    f"the parameters that move differently in one step if their grad was {{g}} before, on {_PLANE}",
    "the gradient of every parameter is reset to zero",
    phrase=str,
    g=number,
    eta=rate,
    **_DRAWN_PLANE,
)
def train_zeroes_all(
    namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, g: float, eta: float
) -> Any:
    """Name the parameters in which an old gradient still counts; another check asks whether they move at all."""
    after = []
    for left in (0.0, g):
        plane = Plane(namespace["Value"], v, w, b)
        for parameter in plane.parameters():
            parameter.grad = left
        namespace["train"](plane, [[x, y]], [t], 1, eta, right.mean_square)
        # Where no update moves a parameter, or each sets it to 0, its gradient shows whether it was reset.
        ends = zip(plane.parameters(), (v, w, b), strict=True)
        after.append([one.grad if one.data in (start, 0.0) else one.data for one, start in ends])
    return ", ".join(name for name, *ends in zip("vwb", *after, strict=True) if ends[0] != ends[1]) or "none"


@probe(
    "day4-train-model",
    f"`v`, `w` and `b` after one step on {_PLANE}, learning rate {{eta}}",
    "every parameter moves, each by its own gradient",
    phrase=where,
    eta=rate,
    **_DRAWN_PLANE,
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
    own = list(zip(starts.items(), (2 * error * x, 2 * error * y, 2 * error), strict=True))
    ends = [_alone(namespace, start, gradient, eta) for (_, start), gradient in own]
    # All or none: one that moves twice beside others that move once is no fault of every step.
    if all(end != start and _near(one.data, end) for ((one, start), _), end in zip(own, ends, strict=True)):
        return [start - eta * gradient for (_, start), gradient in own]
    return [moved(parameter, start) for parameter, start in starts.items()]


@probe(
    "day4-train-model",
    f"which of `v`, `w` and `b` have changed after 2 steps on {_PLANE}, learning rate {{eta}}",
    "all of them move",
    phrase=str,
    eta=rate,
    **_DRAWN_PLANE,
)
def train_moves(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, eta: float) -> Any:
    """Name the parameters that two steps have moved: an update that comes before its gradient moves in the second."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 2, eta, right.mean_square)
    ends = zip("vwb", plane.parameters(), (v, w, b), strict=True)
    return ", ".join(name for name, parameter, start in ends if parameter.data != start) or "none"


@probe(
    "day4-train-model",
    f"`b` after one step on {_PLANE}, learning rate 0.001, with a loss of three times the squared error",
    "the loss that was passed has to be used",
    **_DRAWN_PLANE,
)
def train_loss_passed(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return a parameter after a step with another loss than the default."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, 0.001, right.thrice)
    return _as_alone(namespace, plane.b, b, 6 * (v * x + w * y + b - t), 0.001)


@probe(
    "day4-train-model",
    f"`b` after one step on {_PLANE}, learning rate 0.25, with the loss 2 * prediction - target",
    "the loss gets the predictions first, then the targets",
    **_DRAWN_PLANE,
)
def train_loss_arguments(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return a parameter after a step with a loss in which predictions and targets play different parts."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, 0.25, lopsided)
    return _as_alone(namespace, plane.b, b, 2.0, 0.25)


@probe(
    "day4-train-model",
    "what the loss gets as the prediction of a model with two outputs",
    "the model's output is passed on unchanged: section 12 trains a model with ten outputs",
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
    g=lambda draw: draw.random.choice((-0.125, 0.25, -0.375)),
    eta=rate,
)
def train_small_gradient(namespace: Namespace, w: float, g: float, eta: float) -> Any:
    """Return the parameter after one step along a gradient below 1."""
    once, twice = (_alone(namespace, w, gradient, eta) for gradient in (g, 2 * g))
    if once != w and _near(2 * (once - w), twice - w):
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
