# SPDX-License-Identifier: MIT
"""What is asked of the two losses."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.inputs import number
from grading.exercises.shared.networks import refusal, refused_at_all
from grading.exercises.shared.probe import Namespace, probe


def _loss_questions(check: str, name: str, because: str, slope: str) -> None:
    call = f"`{name}([{{p}}, {{q}}, {{r}}], [{{x}}, {{y}}, {{z}}])"
    drawers = dict.fromkeys("pqrxyz", number)

    def predictions(namespace: Namespace, p: float, q: float, r: float) -> list[Any]:
        return [namespace["Value"](item) for item in (p, q, r)]

    @probe(check, f"{call}.data`", because, **drawers)
    def data(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        return namespace[name](predictions(namespace, p, q, r), [x, y, z]).data

    @probe(check, f"the gradients of the predictions after {call}.backward()`", slope, many=True, **drawers)
    def gradients(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        nodes = predictions(namespace, p, q, r)
        namespace[name](nodes, [x, y, z]).backward()
        return [node.grad for node in nodes]

    @probe(
        check,
        f"`{name}([{{p}}], [{{x}}]).data`",
        "with one sample, the sum and the mean are its square",
        p=number,
        x=number,
    )
    def one_sample(namespace: Namespace, p: float, x: float) -> Any:
        return namespace[name]([namespace["Value"](p)], [x]).data


_loss_questions(
    "day4-loss-sum",
    "sum_squared_error",
    "it is the sum of the squared differences",
    "each prediction gets twice its error",
)
_loss_questions(
    "day4-loss-mean",
    "mean_squared_error",
    "it is the sum of the squared differences, divided by 3 samples",
    "each prediction gets twice its error, divided by 3 samples",
)


def _loss_refuses(name: str, given: int, wanted: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        predictions = [namespace["Value"](0.5) for _ in range(given)]
        return refusal(lambda: namespace["sum_squared_error"](predictions, [1.0] * wanted))

    refuses.__name__ = name
    probe(
        "day4-loss-sum",
        f"what `sum_squared_error` answers to {given} predictions and {wanted} targets",
        "a sample without its partner would be left out in silence",
        phrase=refused_at_all,
    )(refuses)


_loss_refuses("loss_too_few", 2, 3)
_loss_refuses("loss_too_many", 3, 2)
