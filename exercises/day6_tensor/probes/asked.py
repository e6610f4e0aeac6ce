# SPDX-License-Identifier: MIT
"""The question for one step of an operation with two operands."""

from __future__ import annotations

from typing import Any

from exercises.day6_tensor.arrays import np, one_step
from exercises.day6_tensor.fair import Operate, leaves
from judge.asking.probe import Namespace, probe

# What a new tensor holds is asked in another check than this one.
MATMUL = "day6-tensor-matmul"


def of_two(
    check: str, name: str, ask: str, because: str, operate: Operate, a: Any, b: Any, upstream: Any, held: int = 0
) -> None:
    """Register the question for one step of an operation with two operands.

    Each entry of their gradients is ``held`` before the step back.
    """

    def asked(namespace: Namespace, a: Any, b: Any, upstream: Any) -> dict[str, Any]:
        with leaves(namespace, a, b, own=check != MATMUL) as (left, other):
            out = operate(left, other)
            if held:
                left.grad, other.grad = np.full(np.shape(a), float(held)), np.full(np.shape(b), float(held))
            return one_step(out, upstream, a=left, b=other)

    asked.__name__ = name
    words = f"`{ask}` with `a = {{a}}`, `b = {{b}}` and the upstream gradient `{{upstream}}`"
    words += f", where each entry of `a.grad` and of `b.grad` is {held} before" if held else ""
    probe(check, words, because, a=a, b=b, upstream=upstream)(asked)


def parents_among(out: Any, **nodes: Any) -> list[str]:
    """Return the names of the nodes that are parents of a result, in alphabetical order."""
    return sorted(name for name, node in nodes.items() if any(parent is node for parent in out._prev))
