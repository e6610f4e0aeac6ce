# SPDX-License-Identifier: MIT
"""The contract of exercise 6.2, checked against PyTorch's gradients of arrays that are repeated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from exercises.shared.proof.contract import Clause, plain_array

__all__ = ["clauses"]

ROWS, ONES, SHARES = (f"day6-unbroadcast-{name}" for name in ("rows", "ones", "shares"))

# By the check: the shape of the result, and that of the operand.
PAIRS = {
    ROWS: [((3, 2), (2,)), ((2, 2), (2,)), ((3, 3), (3,)), ((4, 2), ()), ((3,), ()), ((2, 3, 2), (3, 2)),
           ((2, 3, 4), (4,)), ((2, 2, 2), (2, 2)), ((2, 3, 2), ())],
    ONES: [((2, 3), (2, 1)), ((2, 2), (2, 1)), ((3, 3), (3, 1)), ((3, 2), (1, 2)), ((3, 3), (1, 3)), ((3, 2), (1, 1)),
           ((2, 3, 2), (2, 1, 2)), ((2, 3, 2), (1, 3, 1)), ((2, 3, 2), (2, 3, 1)),
           ((2, 3, 2), (3, 1)), ((2, 3, 3), (1, 3)), ((2, 3, 2), (1, 1)), ((3, 2), (3, 2)), ((3, 1), (3, 1)),
           ((2, 2), (2, 2)), ((1, 3), (1, 3)), ((2, 3, 2), (1,)), ((4,), (4,))],
}  # fmt: skip
ON_PAPER = {"b": 32.0, "v": "B"}


def _of_any_precision(found: Any) -> Any:
    is_float = isinstance(found, (np.ndarray, np.floating)) and np.issubdtype(found.dtype, np.floating)
    return found.astype(np.float64) if is_float else found


def _back(check: str, result: tuple[int, ...], shape: tuple[int, ...]) -> Clause:
    import torch

    # Quarters are exact in any precision: the card says which shape an array has, and not how many bits.
    grad = np.random.default_rng([*result, len(shape)]).integers(-40, 40, size=result) / 4
    operand = torch.zeros(shape, dtype=torch.float64, requires_grad=True)
    torch.broadcast_to(operand, result).backward(torch.from_numpy(grad))

    def ask(names: Mapping[str, Any]) -> Any:
        given = grad.copy()
        found = plain_array(_of_any_precision(names["unbroadcast"](given, shape)))
        return [found, plain_array(given)]

    return Clause(check, f"{result} back to {shape}", ask, [plain_array(operand.grad.numpy()), plain_array(grad)])


def _entry(key: str, expected: Any) -> Clause:
    def ask(names: Mapping[str, Any]) -> Any:
        entry = names["shares"][key]
        return entry.strip().upper() if isinstance(expected, str) else float(entry)

    return Clause(SHARES, f"shares[{key!r}]", ask, expected)


def _uses(*shapes: tuple[int, ...]) -> list[float]:
    """Return the gradient of an entry of either operand, for the sum of their sum, and how many entries that has."""
    import torch

    left, right = (torch.zeros(tuple(shape), requires_grad=True) for shape in shapes)
    total = left + right
    total.sum().backward()
    return [*(float(operand.grad.flatten()[0]) for operand in (left, right)), float(total.numel())]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    backs = [_back(check, *shapes) for check, pairs in PAIRS.items() for shapes in pairs]
    shapes = Clause(SHARES, "shares['shapes']", lambda names: _uses(*names["shares"]["shapes"]), [6.0, 4.0, 48.0])
    return (*backs, *(_entry(*each) for each in ON_PAPER.items()), shapes)
