# SPDX-License-Identifier: MIT
"""What the card of exercise 4.3 promises, held against PyTorch in float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from verification.exercises.shared.contract import Clause, gradients_in_torch, raises

__all__ = ["clauses"]

SUM, MEAN = "day4-loss-sum", "day4-loss-mean"
FUNCTIONS = {SUM: "sum_squared_error", MEAN: "mean_squared_error"}

SAMPLES: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...] = (
    ((1.0, 3.0), (2.0, 1.0)),
    ((0.5,), (-1.25,)),
    ((-0.75, 2.5, 0.3), (1.5, -0.25, 4.0)),
    ((0.0, -3.25, 1.5, 1.5), (0.0, -1.0, 2.75, 1.5)),
    ((10.5, -7.25, 0.6180339887, 2.0, -4.5), (-2.5, 3.0, 1.0, 8.0, 0.125)),
)


def _of(check: str, predictions: Sequence[float], targets: Sequence[float]) -> Clause:
    def error(*leaves: Any) -> Any:
        total = sum((leaf - target) ** 2 for leaf, target in zip(leaves, targets, strict=True))
        return total / len(targets) if check == MEAN else total

    def ask(names: Mapping[str, Any]) -> list[Any]:
        nodes = [names["Value"](number) for number in predictions]
        wanted = list(targets)
        loss = names[FUNCTIONS[check]](nodes, wanted)
        loss.backward()
        kept = [node.data for node in nodes] == list(predictions) and wanted == list(targets)
        return [isinstance(loss, names["Value"]), kept, loss.data, *(node.grad for node in nodes)]

    words = f"{FUNCTIONS[check]} of {list(predictions)} and {list(targets)}, with its gradients"
    return Clause(check, words, ask, [True, True, *gradients_in_torch(error, *predictions)])


def _behind(check: str) -> Clause:
    """Clause that the gradient reaches what the predictions were made from."""

    def of(w: Any, v: Any) -> Any:
        total = (w * 2.0 + v - 1.5) ** 2 + (w * v - 0.5) ** 2
        return total / 2 if check == MEAN else total

    def ask(names: Mapping[str, Any]) -> list[float]:
        w, v = names["Value"](0.75), names["Value"](-1.25)
        loss = names[FUNCTIONS[check]]([w * 2.0 + v, w * v], [1.5, 0.5])
        loss.backward()
        return [loss.data, w.grad, v.grad]

    return Clause(
        check, f"{FUNCTIONS[check]}: gradients behind the predictions", ask, gradients_in_torch(of, 0.75, -1.25)
    )


def _refuses(check: str, given: int, wanted: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> str:
        nodes = [names["Value"](0.5) for _ in range(given)]
        return raises(lambda: names[FUNCTIONS[check]](nodes, [1.0] * wanted), ValueError)

    words = f"{FUNCTIONS[check]} refuses {given} predictions and {wanted} targets"
    return Clause(check if check == SUM else MEAN, words, ask, "ValueError", exact=False)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card promises, with PyTorch's values where there is one."""
    return tuple(
        clause
        for check in (SUM, MEAN)
        for clause in (
            *(_of(check, *samples) for samples in SAMPLES),
            _behind(check),
            *(_refuses(check, *sizes) for sizes in ((2, 3), (3, 2), (1, 4), (4, 1))),
        )
    )
