# SPDX-License-Identifier: MIT
"""The contract of exercise 4.7, checked against PyTorch in float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

VALUE, EXTREME, GRADIENT = (f"day4-cross-entropy-{name}" for name in ("value", "extreme", "gradient"))

Samples = tuple[tuple[float, ...], tuple[int, ...]]

SOME: tuple[Samples, ...] = (
    *((((z,), (y,))) for z in (2.0, -1.5, 0.35, -4.25, 6.0) for y in (0, 1)),
    ((2.0, 2.0), (1, 0)),
    ((0.75, -2.5, 1.25, -0.4), (1, 0, 0, 1)),
    ((-0.3, 3.5, -1.75), (1, 1, 0)),
)
AT_ZERO: tuple[Samples, ...] = (((0.0,), (1,)), ((0.0,), (0,)), ((0.0, 1.5), (1, 0)))
FAR: tuple[Samples, ...] = (
    *((((z,), (y,))) for z in (40.0, 36.0, 100.0, 750.0, 1000.0, -36.0, -40.0, -800.0, -1000.0) for y in (0, 1)),
    ((1000.0, -0.5, -1000.0), (0, 1, 1)),
)


def _in_torch(logits: Sequence[float], targets: Sequence[int]) -> tuple[float, list[float]]:
    import torch

    leaves = torch.tensor(logits, dtype=torch.float64, requires_grad=True)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(leaves, torch.tensor(targets, dtype=torch.float64))
    loss.backward()
    return loss.item(), leaves.grad.tolist()


def _loss(names: Mapping[str, Any], logits: Sequence[float], targets: Sequence[int]) -> tuple[Any, list[Any]]:
    nodes = [names["Value"](number) for number in logits]
    return names["binary_cross_entropy"](nodes, list(targets)), nodes


# At 0 both formulas are right, and each program has one of them there: two with one mistake may differ.
def _value(check: str, logits: tuple[float, ...], targets: tuple[int, ...]) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[Any]:
        loss, nodes = _loss(names, logits, targets)
        return [isinstance(loss, names["Value"]), loss.data, [node.data for node in nodes]]

    expected = [True, _in_torch(logits, targets)[0], list(logits)]
    return Clause(check, f"the loss of {logits} with {targets}", ask, expected, exact=0.0 not in logits)


def _gradients(logits: tuple[float, ...], targets: tuple[int, ...]) -> Clause:
    def ask(names: Mapping[str, Any]) -> list[float]:
        loss, nodes = _loss(names, logits, targets)
        loss.backward()
        return [node.grad for node in nodes]

    words = f"the gradients of {logits} with {targets}"
    return Clause(GRADIENT, words, ask, _in_torch(logits, targets)[1], exact=0.0 not in logits)


def _behind(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients of what two logits were made from."""
    w, b = names["Value"](0.5), names["Value"](-0.25)
    names["binary_cross_entropy"]([w * 2.0 + b, w * -3.0 + b], [0, 1]).backward()
    return [w.grad, b.grad]


def _behind_in_torch() -> list[float]:
    import torch

    w, b = (torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in (0.5, -0.25))
    logits, targets = torch.stack([w * 2.0 + b, w * -3.0 + b]), torch.tensor([0.0, 1.0], dtype=torch.float64)
    torch.nn.functional.binary_cross_entropy_with_logits(logits, targets).backward()
    assert w.grad is not None
    assert b.grad is not None
    return [w.grad.item(), b.grad.item()]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses, with PyTorch's values."""
    return (
        *(_value(VALUE, *samples) for samples in SOME),
        *(_value(EXTREME, *samples) for samples in FAR),
        # At 0 it shows on which side of the branch the programs put it: asked where the card asks for it.
        *(_value(GRADIENT, *samples) for samples in AT_ZERO),
        *(_gradients(*samples) for samples in (*SOME, *AT_ZERO, *FAR)),
        Clause(GRADIENT, "the gradients behind two logits", _behind, _behind_in_torch()),
    )
