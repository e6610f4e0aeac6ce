# SPDX-License-Identifier: MIT
"""The contract of exercise 4.3, checked against PyTorch in float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause, gradients_in_torch, raises

__all__ = ["clauses"]

MEAN, CONSTANT = "day4-loss-mean", "day4-loss-constant"

SAMPLES: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...] = (
    ((1.0, 3.0), (2.0, 1.0)),
    ((0.5,), (-1.25,)),
    ((-0.75, 2.5, 0.3), (1.5, -0.25, 4.0)),
    ((0.0, -3.25, 1.5, 1.5), (0.0, -1.0, 2.75, 1.5)),
    ((10.5, -7.25, 0.6180339887, 2.0, -4.5), (-2.5, 3.0, 1.0, 8.0, 0.125)),
)


def _of(predictions: Sequence[float], targets: Sequence[float]) -> Clause:
    def error(*leaves: Any) -> Any:
        return sum((leaf - target) ** 2 for leaf, target in zip(leaves, targets, strict=True)) / len(targets)

    def ask(names: Mapping[str, Any]) -> list[Any]:
        nodes = [names["Value"](number) for number in predictions]
        wanted = list(targets)
        loss = names["mean_squared_error"](nodes, wanted)
        loss.backward()
        kept = [node.data for node in nodes] == list(predictions) and wanted == list(targets)
        return [isinstance(loss, names["Value"]), kept, loss.data, *(node.grad for node in nodes)]

    words = f"mean_squared_error of {list(predictions)} and {list(targets)}, with its gradients"
    return Clause(MEAN, words, ask, [True, True, *gradients_in_torch(error, *predictions)])


def _behind() -> Clause:
    """Clause that the gradient reaches what the predictions were made from."""

    def of(w: Any, v: Any) -> Any:
        return ((w * 2.0 + v - 1.5) ** 2 + (w * v - 0.5) ** 2) / 2

    def ask(names: Mapping[str, Any]) -> list[float]:
        w, v = names["Value"](0.75), names["Value"](-1.25)
        loss = names["mean_squared_error"]([w * 2.0 + v, w * v], [1.5, 0.5])
        loss.backward()
        return [loss.data, w.grad, v.grad]

    return Clause(
        MEAN, "mean_squared_error: gradients behind the predictions", ask, gradients_in_torch(of, 0.75, -1.25)
    )


def _refuses(given: int, wanted: int) -> Clause:
    def ask(names: Mapping[str, Any]) -> str:
        nodes = [names["Value"](0.5) for _ in range(given)]
        return raises(lambda: names["mean_squared_error"](nodes, [1.0] * wanted), ValueError)

    words = f"mean_squared_error refuses {given} predictions and {wanted} targets"
    return Clause(MEAN, words, ask, "ValueError", exact=False)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses, with PyTorch's values where there is one."""
    return (
        *(_of(*samples) for samples in SAMPLES),
        _behind(),
        *(_refuses(*sizes) for sizes in ((2, 3), (3, 2), (1, 4), (4, 1))),
        # The mean of 1, 2, 3 and 10, and 36 of the squares 9, 4, 1 and 36.
        Clause(CONSTANT, "constant['best']", lambda names: names["constant"]["best"], 4),
        Clause(CONSTANT, "constant['share']", lambda names: names["constant"]["share"], 0.72, exact=False),
    )
