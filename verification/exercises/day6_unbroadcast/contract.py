# SPDX-License-Identifier: MIT
"""The contract of exercise 6.2, checked against PyTorch's gradients of arrays that are repeated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from verification.exercises.shared.contract import Clause, plain_array

__all__ = ["clauses"]

ROWS, ONES, BOTH, SHARES = (f"day6-unbroadcast-{name}" for name in ("rows", "ones", "both", "shares"))

# By the check: the shape of the result, and that of the operand.
PAIRS = {
    ROWS: [((3, 2), (2,)), ((2, 2), (2,)), ((3, 3), (3,)), ((4, 2), ()), ((3,), ()), ((2, 3, 2), (3, 2)),
           ((2, 3, 4), (4,)), ((2, 2, 2), (2, 2)), ((2, 3, 2), ())],
    ONES: [((2, 3), (2, 1)), ((2, 2), (2, 1)), ((3, 3), (3, 1)), ((3, 2), (1, 2)), ((3, 3), (1, 3)), ((3, 2), (1, 1)),
           ((2, 3, 2), (2, 1, 2)), ((2, 3, 2), (1, 3, 1)), ((2, 3, 2), (2, 3, 1))],
    BOTH: [((2, 3, 2), (3, 1)), ((2, 3, 3), (1, 3)), ((2, 3, 2), (1, 1)), ((3, 2), (3, 2)), ((3, 1), (3, 1)),
           ((2, 2), (2, 2)), ((1, 3), (1, 3)), ((2, 3, 2), (1,)), ((4,), (4,))],
}  # fmt: skip
ON_PAPER = {"b": 32.0, "c": 4.0, "k": 12.0, "v": "B"}


def _back(check: str, result: tuple[int, ...], shape: tuple[int, ...]) -> Clause:
    import torch

    grad = np.random.default_rng([*result, len(shape)]).normal(size=result)
    operand = torch.zeros(shape, dtype=torch.float64, requires_grad=True)
    torch.broadcast_to(operand, result).backward(torch.from_numpy(grad))

    def ask(names: Mapping[str, Any]) -> Any:
        given = grad.copy()
        found = plain_array(names["unbroadcast"](given, shape))
        return [found, plain_array(given)]

    return Clause(check, f"{result} back to {shape}", ask, [plain_array(operand.grad.numpy()), plain_array(grad)])


def _entry(key: str, expected: Any) -> Clause:
    def ask(names: Mapping[str, Any]) -> Any:
        entry = names["shares"][key]
        return entry.strip().upper() if isinstance(expected, str) else float(entry)

    return Clause(SHARES, f"shares[{key!r}]", ask, expected)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return the clauses of the contract."""
    backs = [_back(check, *shapes) for check, pairs in PAIRS.items() for shapes in pairs]
    return (*backs, *(_entry(*each) for each in ON_PAPER.items()))
