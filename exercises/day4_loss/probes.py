# SPDX-License-Identifier: MIT
"""Questions about the mean of squared errors, and about the constant that makes it smallest."""

from __future__ import annotations

from typing import Any

from exercises.day4_mlp.refusals import refusal, refused_at_all
from exercises.shared.paper import on_paper
from judge.asking.inputs import number, simplified
from judge.asking.probe import Namespace, probe

MEAN, CONSTANT = "day4-loss-mean", "day4-loss-constant"
CALL = "`mean_squared_error([{p}, {q}, {r}], [{x}, {y}, {z}])"
# With these, many a simple sum of squared errors is a multiple of 3, and with the others each error is.
predicted, target = simplified(number, (1.0, 4.0)), simplified(number, (2.0, 3.0, 2.0, 3.0, 1.0, 4.0))
DRAWERS = {**dict.fromkeys("pqr", predicted), **dict.fromkeys("xyz", target)}
OF_GRADIENTS = {**dict.fromkeys("pqr", predicted), **dict.fromkeys("xyz", simplified(number, (1.0, 4.0, 7.0)))}


def _nodes(namespace: Namespace, *numbers: float) -> list[Any]:
    return [namespace["Value"](item) for item in numbers]


@probe(MEAN, f"{CALL}.data`", "it is the sum of the squared differences, divided by 3 samples", **DRAWERS)
def loss_data(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
    """Return the loss of three samples."""
    return namespace["mean_squared_error"](_nodes(namespace, p, q, r), [x, y, z]).data


@probe(
    MEAN,
    f"the gradients of the predictions after {CALL}.backward()`",
    "each prediction gets twice its error, divided by 3 samples",
    **OF_GRADIENTS,
)
def loss_gradients(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
    """Return the gradients of three predictions."""
    nodes = _nodes(namespace, p, q, r)
    namespace["mean_squared_error"](nodes, [x, y, z]).backward()
    return [node.grad for node in nodes]


@probe(
    MEAN,
    "`mean_squared_error([{p}, {p}, {q}], [{x}, {y}, {y}]).data`",
    "equal predictions are still two samples, and so are equal targets: each prediction has its own target",
    p=predicted,
    q=predicted,
    x=target,
    y=target,
)
def loss_of_equal_numbers(namespace: Namespace, p: float, q: float, x: float, y: float) -> Any:
    """Return the loss of three samples, two of which have one prediction, and two one target."""
    return namespace["mean_squared_error"](_nodes(namespace, p, p, q), [x, y, y]).data


@probe(
    MEAN,
    "`mean_squared_error([{p}], [{x}]).data`",
    "with one sample, the mean is the square of its error",
    p=number,
    x=number,
)
def loss_of_one_sample(namespace: Namespace, p: float, x: float) -> Any:
    """Return the number that the loss of a single prediction and target holds."""
    return namespace["mean_squared_error"](_nodes(namespace, p), [x]).data


def _loss_refuses(given: int, wanted: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        return refusal(lambda: namespace["mean_squared_error"](_nodes(namespace, *[0.5] * given), [1.0] * wanted))

    refuses.__name__ = f"loss_of_{given}_and_{wanted}"
    probe(
        MEAN,
        f"what `mean_squared_error` answers to {given} predictions and {wanted} targets",
        "otherwise a sample without a partner would be left out without an error",
        phrase=refused_at_all,
    )(refuses)


_loss_refuses(2, 3)
_loss_refuses(3, 2)
_loss_refuses(1, 3)  # NumPy stretches an array of one number.

on_paper(
    CONSTANT,
    "constant",
    "best",
    "the best single number as the prediction for all four samples",
    "every error contributes to the slope of the loss, and at the best number that slope is 0",
)
on_paper(
    CONSTANT,
    "constant",
    "share",
    "the share of the loss that belongs to the sample with the target 10",
    "it is that sample's squared error divided by the sum of all four, with the best number as the prediction",
)
