# SPDX-License-Identifier: MIT
"""Questions about gradients that are left over, from before or from the last step."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from exercises.day4_train.models import Line, Plane, moved
from exercises.day4_train.probes.asked import (
    DRAWN,
    DRAWN_PLANE,
    LINE,
    PLANE,
    TOO_FAR,
    alike,
    as_clean,
    by_formula,
    probe,
    rate,
    right,
    trained,
)
from exercises.shared.stand_in import holds
from judge.asking.inputs import number, one_of, positive, simplified
from judge.asking.probe import Namespace
from judge.run.answers import number_of


@probe(
    "day4-train-zero",
    f"`w` after one step on {LINE}, where `w.grad` was {{g}} before",
    "gradients from before do not count, so `w` moves as if `w.grad` had been 0",
    g=number,
    **DRAWN,
)
def train_left_over(namespace: Namespace, w: float, g: float, **data: float) -> Any:
    """Return the parameter after one step that began with a gradient from elsewhere."""
    line, clean = Line(namespace["Value"], w), Line(namespace["Value"], w)
    line.w.grad, clean.w.grad = g, 0.0
    for each in (line, clean):
        trained(namespace, each, 1, **data)
    # What is wrong in every step is reported in the check of a single one.
    return by_formula(w, 1, **data) if as_clean(line, clean, w) else moved(line.w, w)


@probe(
    "day4-train-zero",
    f"whether `w` is a number after one step on {LINE}, where `w.grad` was NaN before",
    "gradients from before do not count, whatever they are",
    phrase=str,
    **DRAWN,
)
def train_left_over_nan(namespace: Namespace, w: float, **data: float) -> Any:
    """Say whether a gradient that is no number spoils the next step: 0 times NaN is NaN."""
    line = Line(namespace["Value"], w)
    line.w.grad = math.nan
    trained(namespace, line, 1, **data)
    return "NaN" if line.w.data != line.w.data else "a number"


# With one sample at 0 and one at 1, the distance to what fits is multiplied by 1 minus the rate in each step.
DRAWN_FOR_STEPS = {
    **DRAWN,
    "a": simplified(positive, (0.0, 0.0, 1.0)),
    "c": simplified(positive, (1.0,)),
    "eta": lambda draw: draw.random.choice((1.0, 2.0, 3.0)) if draw.simple else rate(draw),
}


@probe(
    "day4-train-zero",
    f"`w` after {{steps}} steps on {LINE}",
    "each step uses only its own gradient",
    steps=one_of([3], simple=[2, 3]),
    **DRAWN_FOR_STEPS,
)
def train_three_updates(namespace: Namespace, steps: int, w: float, **data: float) -> Any:
    """Return the parameter after three steps; after two, where that shows the same."""
    return _updates(namespace, w, data, steps)


@probe(
    "day4-train-zero",
    f"`w` after 3 steps on {TOO_FAR}, where the loss rises",
    "each step uses only its own gradient, and the learning rate that was given",
    w=number,
    b=number,
    d=number,
)
def train_three_rising(namespace: Namespace, w: float, b: float, d: float) -> Any:
    """Return the parameter after three steps that move too far."""
    data = {"a": 1.5, "b": b, "c": 2.5, "d": d, "eta": 2.0}
    # Who gives up where the loss rises is told so in the check of a single step.
    if not holds(lambda: len(trained(namespace, Line(namespace["Value"], w), 3, **data)) == 3):
        return by_formula(w, 3, **data)
    return _updates(namespace, w, data, 3)


def _updates(namespace: Namespace, w: float, data: dict[str, float], steps: int) -> Any:
    line, apart = Line(namespace["Value"], w), Line(namespace["Value"], w)
    trained(namespace, line, steps, **data)
    for _ in range(steps):
        apart.w.grad = 0.0
        trained(namespace, apart, 1, **data)
    return by_formula(w, steps, **data) if as_clean(line, apart, w) else moved(line.w, w)


# How a list with one loss for each round may be wrong. A list of other things, a short one, and one that begins with
# another number or with the loss after the update are reported in the check of a single step.
OF_ITS_ROUND = "each that of its own round"


@probe(
    "day4-train-zero",
    f"the losses in the list of 4 steps on {LINE}",
    "each step computes the predictions again, and their loss",
    phrase=str,
    effort=3,
    **DRAWN,
)
def train_losses(namespace: Namespace, w: float, **data: float) -> Any:
    """Say whether the losses of four steps are those of the numbers that the parameter has had."""
    lines = [Line(namespace["Value"], w) for _ in range(5)]
    lists = [trained(namespace, line, steps, **data) for steps, line in enumerate(lines[1:], 1)]
    a, b, c, d, _ = data.values()
    measured = [right.mean_square([line([a]), line([c])], [b, d]).data for line in lines]
    found = [getattr(entry, "data", entry) for entry in lists[-1]] if isinstance(lists[-1], Iterable) else []
    if len(found) != 4 or not all(isinstance(entry, (int, float)) for entry in found):
        return OF_ITS_ROUND
    starts = [start for start in (0, 1) if alike(found[:1], measured[start : start + 1])]
    if not starts or any(alike(found, measured[start : start + 4]) for start in starts):
        return OF_ITS_ROUND
    return "the first one, again and again" if alike(found, found[:1] * 4) else "other numbers from the second on"


@probe(
    "day4-train-zero",
    f"the parameters that move differently in one step if their grad was {{g}} before, on {PLANE}",
    "the gradient of every parameter is reset to zero",
    phrase=str,
    g=number,
    eta=rate,
    **DRAWN_PLANE,
)
def train_zeroes_all(
    namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, g: float, eta: float
) -> Any:
    """Name the parameters in which an old gradient still counts; another check asks whether they move at all."""
    return _still_counting(namespace, (v, w, b), [x, y], t, g, eta)


def _still_counting(
    namespace: Namespace, numbers: tuple[float, float, float], x: list[float], t: float, g: float, eta: float
) -> str:
    after = []
    for left in (0.0, g):
        plane = Plane(namespace["Value"], *numbers)
        for parameter in plane.parameters():
            parameter.grad = left
        namespace["train"](plane, [x], [t], 1, eta, right.mean_square)
        # Where no update moves a parameter, or each sets it to 0, its gradient shows whether it was reset.
        ends = zip(plane.parameters(), numbers, strict=True)
        after.append([one.grad if one.data in (start, 0.0) else one.data for one, start in ends])
    return ", ".join(name for name, *ends in zip("vwb", *after, strict=True) if ends[0] != ends[1]) or "none"


@probe(
    "day4-train-zero",
    "the parameters that move differently in one step if their grad was {g} before, on the plane `y = v*x1 + w*x2 + b` "
    "at `v = w = b = {v}`, one sample (1, 1) with target {t}",
    "the gradient of every parameter is reset to zero, even if another parameter holds the same number",
    phrase=str,
    v=number,
    t=number,
    g=number,
    eta=rate,
)
def train_zeroes_equal(namespace: Namespace, v: float, t: float, g: float, eta: float) -> Any:
    """Name the parameters in which an old gradient still counts, where all hold one number."""
    return _still_counting(namespace, (v, v, v), [1.0, 1.0], t, g, eta)


_SMALL = 2.0**-20


@probe(
    "day4-train-zero",
    "how `w` moves in one step on the line `y = w*x`, `w = 0`, with a loss whose gradient is 2**-20, if `w.grad` was "
    "{k} times that before, learning rate {eta}",
    "gradients from before do not count, however small they are",
    phrase=str,
    k=lambda draw: draw.random.choice((3.0, 5.0, 7.0)),
    eta=rate,
)
def train_left_over_small(namespace: Namespace, k: float, eta: float) -> str:
    """Say whether a gradient that no limit would cut is left over: cut to one size, large ones look alike."""
    line, clean = Line(namespace["Value"], 0.0), Line(namespace["Value"], 0.0)
    line.w.grad, clean.w.grad = k * _SMALL, 0.0
    for each in (line, clean):
        namespace["train"](each, [[_SMALL]], [0.0], 1, eta, lambda predictions, targets: predictions[0] - targets[0])
    # Where no update moves the parameter, its gradient shows whether it was reset.
    ends = [each.w.data for each in (line, clean)]
    first, second = map(number_of, ends if any(ends) else [each.w.grad for each in (line, clean)])
    floats = isinstance(first, float) and isinstance(second, float)
    as_clean = math.isclose(first, second, rel_tol=1e-6) if floats else first == second
    return "as if `w.grad` had been 0" if as_clean else "otherwise than if `w.grad` had been 0"
