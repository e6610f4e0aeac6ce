# SPDX-License-Identifier: MIT
"""The contract of exercise 4.4, checked against gradient descent in PyTorch in float64."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

STEP, ZERO, MODEL = "day4-train-step", "day4-train-zero", "day4-train-model"

Formula = Callable[..., Any]
Loss = Callable[[Sequence[Any], Sequence[float]], Any]
Samples = tuple[list[list[float]], list[float]]


def mean_square(predictions: Sequence[Any], targets: Sequence[float]) -> Any:
    """Return the mean of the squared errors."""
    return sum((p - y) ** 2 for p, y in zip(predictions, targets, strict=True)) / len(targets)


def weighted(predictions: Sequence[Any], targets: Sequence[float]) -> Any:
    """Return a loss in which the order of the samples counts, and which argument is which."""
    pairs = zip(predictions, targets, strict=True)
    return sum((place + 1.0) * (2.0 * p - y) ** 2 for place, (p, y) in enumerate(pairs))


class Model:
    """A formula of parameters and one x."""

    def __init__(self, formula: Formula, start: Sequence[Any]):
        self.formula = formula
        self.numbers = list(start)

    def __call__(self, x: Sequence[float]) -> Any:
        """Return the prediction for one x."""
        return self.formula(self.numbers, x)

    def parameters(self) -> list[Any]:
        """Return the parameters in a list of its own."""
        return list(self.numbers)


LINE: tuple[Formula, tuple[float, ...]] = (lambda w, x: w[0] * x[0], (0.0,))
PLANE: tuple[Formula, tuple[float, ...]] = (lambda w, x: w[0] * x[0] + w[1] * x[1] + w[2], (0.75, -1.25, 0.5))
BENT: tuple[Formula, tuple[float, ...]] = (
    lambda w, x: w[0] * (w[1] * x[0] + w[2] * x[1] + w[3]).tanh() + w[4],
    (0.8, -0.6, 0.35, 0.2, -0.15),
)
# Each program gets copies of the samples: one that changes its arguments must not change what the next one gets.
BY_HAND = ([[1.0], [2.0]], [2.0, 4.0])
ON_A_LINE = ([[1.5], [-0.5], [2.25]], [0.75, 2.5, -1.0])
ON_A_PLANE = ([[1.0, 0.5], [-0.75, 2.0], [0.25, -1.5]], [0.6, -1.1, 2.3])
ONE_SAMPLE = ([[0.5, -1.5]], [2.0])


def _descent(
    model: tuple[Formula, tuple[float, ...]],
    samples: Samples,
    steps: int,
    rate: float,
    loss: Loss,
) -> list[Any]:
    import torch

    formula, start = model
    xs, ys = samples
    leaves = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in start]
    optimiser = torch.optim.SGD(leaves, lr=rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        root = loss([formula(leaves, x) for x in xs], ys)
        root.backward()
        optimiser.step()
        losses.append(root.item())
    return [losses, [leaf.item() for leaf in leaves]]


def _trains(
    check: str,
    words: str,
    model: tuple[Formula, tuple[float, ...]],
    samples: Samples,
    steps: int,
    rate: float,
    loss: Loss | None = mean_square,
    left_over: float = 0.0,
) -> Clause:
    formula, start = model
    xs, ys = samples

    def ask(names: Mapping[str, Any]) -> list[Any]:
        made = Model(formula, [names["Value"](number) for number in start])
        for number in made.numbers:
            number.grad = left_over
        own = list(made.numbers)
        inputs, targets = deepcopy(samples)
        passed = {} if loss is None else {"loss": loss}
        losses = names["train"](made, inputs, targets, steps, rate, **passed)
        same = all(one is other for one, other in zip(own, made.numbers, strict=True))
        kept = inputs == xs and targets == ys
        return [[losses, [number.data for number in own]], same, kept]

    expected = [_descent(model, samples, steps, rate, loss or mean_square), True, True]
    return Clause(check, words, ask, expected)


def _twice(names: Mapping[str, Any]) -> list[Any]:
    """Return the losses of four steps, in two calls."""
    line = Model(LINE[0], [names["Value"](0.0)])
    first = names["train"](line, *deepcopy(BY_HAND), 2, 0.1, mean_square)
    return [*first, *names["train"](line, *deepcopy(BY_HAND), 2, 0.1, mean_square)]


def _after_a_pass(names: Mapping[str, Any]) -> list[Any]:
    """Return what one step does after a backward pass of another loss."""
    line = Model(LINE[0], [names["Value"](0.0)])
    (line([3.0]) - 7.0).backward()
    losses = names["train"](line, *deepcopy(BY_HAND), 1, 0.1, mean_square)
    return [losses, line.numbers[0].data]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses, with PyTorch's losses and parameters."""
    return (
        _trains(STEP, "one step by hand", LINE, BY_HAND, 1, 0.1),
        _trains(STEP, "one step on three samples", (LINE[0], (0.65,)), ON_A_LINE, 1, 0.04),
        _trains(STEP, "two steps on three samples", (LINE[0], (-1.4,)), ON_A_LINE, 2, 0.03),
        _trains(STEP, "one step on one sample", (LINE[0], (2.0,)), ([[0.5]], [3.0]), 1, 0.25),
        _trains(ZERO, "four steps by hand", LINE, BY_HAND, 4, 0.1),
        _trains(ZERO, "five steps on three samples", (LINE[0], (0.65,)), ON_A_LINE, 5, 0.03),
        _trains(ZERO, "one step after a gradient of 5", LINE, BY_HAND, 1, 0.1, left_over=5.0),
        _trains(ZERO, "three steps after a gradient of -3", (LINE[0], (0.65,)), ON_A_LINE, 3, 0.03, left_over=-3.0),
        _trains(ZERO, "six steps of a plane", PLANE, ON_A_PLANE, 6, 0.05, left_over=2.0),
        Clause(ZERO, "two steps, then two more", _twice, [10.0, 2.5, 0.625, 0.15625]),
        Clause(ZERO, "one step after another backward pass", _after_a_pass, [[10.0], 1.0]),
        _trains(MODEL, "one step of a plane on one sample", PLANE, ONE_SAMPLE, 1, 0.04),
        _trains(MODEL, "one step of a plane on three samples", PLANE, ON_A_PLANE, 1, 0.04),
        _trains(MODEL, "three steps of a bent model", BENT, ON_A_PLANE, 3, 0.1),
        _trains(MODEL, "one step with a loss of its own", PLANE, ON_A_PLANE, 1, 0.01, weighted),
        _trains(MODEL, "three steps with a loss of its own", BENT, ON_A_PLANE, 3, 0.02, weighted),
        _trains(
            MODEL, "two steps with the loss that is used unless another is passed", PLANE, ON_A_PLANE, 2, 0.04, None
        ),
    )
