# SPDX-License-Identifier: MIT
"""Questions about the two losses."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from grading.exercises.day4_mlp.refusals import refusal, refused_at_all
from grading.exercises.shared.inputs import number
from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.probe import Namespace, probe
from grading.exercises.shared.stand_in import Part, name_in, replaced_unless

right = KeptAway("grading.exercises.day4_loss.right")

# Predictions, targets, and what is right for them: the sum of the squared errors, and its gradients.
NUMBERS, TARGETS, SUM = [1.25, -2.5, 0.75], [3.0, 0.5, -1.75], [18.3125, -3.5, -6.0, 5.0]


def _sum_is_right(namespace: Namespace, own: Any) -> bool:
    nodes = [namespace["Value"](number) for number in NUMBERS]
    root = own(nodes, TARGETS)
    root.backward()
    found = [root.data, *(node.grad for node in nodes)]
    refuses = all(refusal(partial(own, few, [1.0, 2.0])) == ["ValueError"] for few in (nodes[:1], nodes))
    return refuses and all(math.isclose(mine, wanted, rel_tol=1e-12) for mine, wanted in zip(found, SUM, strict=True))


def lost(namespace: Namespace, name: str, predictions: list[Any], targets: list[float]) -> Any:
    """Return a learner's loss. The mean may call the sum, which another check asks for, so a right sum is given."""
    function = namespace[name]
    if name == "sum_squared_error":
        return function(predictions, targets)
    with replaced_unless(
        function,
        lambda: _sum_is_right(namespace, name_in(function, "sum_squared_error")),
        sum_squared_error=Part(lambda: right.right_sum),
    ):
        return function(predictions, targets)


def _loss_questions(check: str, name: str, because: str, slope: str) -> None:
    call = f"`{name}([{{p}}, {{q}}, {{r}}], [{{x}}, {{y}}, {{z}}])"
    drawers = dict.fromkeys("pqrxyz", number)

    def predictions(namespace: Namespace, p: float, q: float, r: float) -> list[Any]:
        return [namespace["Value"](item) for item in (p, q, r)]

    @probe(check, f"{call}.data`", because, **drawers)
    def data(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        return lost(namespace, name, predictions(namespace, p, q, r), [x, y, z]).data

    @probe(check, f"the gradients of the predictions after {call}.backward()`", slope, many=True, **drawers)
    def gradients(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        nodes = predictions(namespace, p, q, r)
        lost(namespace, name, nodes, [x, y, z]).backward()
        return [node.grad for node in nodes]

    @probe(
        check,
        f"`{name}([{{p}}], [{{x}}]).data`",
        "with one sample, the sum and the mean are its square",
        p=number,
        x=number,
    )
    def one_sample(namespace: Namespace, p: float, x: float) -> Any:
        return lost(namespace, name, [namespace["Value"](p)], [x]).data


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


def _loss_refuses(check: str, name: str, given: int, wanted: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        predictions = [namespace["Value"](0.5) for _ in range(given)]
        return refusal(lambda: lost(namespace, name, predictions, [1.0] * wanted))

    refuses.__name__ = "loss_too_few" if given < wanted else "loss_too_many"
    probe(
        check,
        f"what `{name}` answers to {given} predictions and {wanted} targets",
        "a sample without its partner would be left out in silence",
        phrase=refused_at_all,
    )(refuses)


for _check, _name in (("day4-loss-sum", "sum_squared_error"), ("day4-loss-mean", "mean_squared_error")):
    _loss_refuses(_check, _name, 2, 3)
    _loss_refuses(_check, _name, 3, 2)
