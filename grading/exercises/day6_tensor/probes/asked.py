# SPDX-License-Identifier: MIT
"""The question for one step of an operation with two operands."""

from __future__ import annotations

from typing import Any

from grading.exercises.day6_tensor.arrays import leaf, one_step
from grading.exercises.day6_tensor.fair import Operate, with_right_rule
from grading.exercises.shared.probe import Namespace, probe


def of_two(
    check: str, name: str, ask: str, because: str, operate: Operate, a: Any, b: Any, upstream: Any, **options: Any
) -> None:
    """Register the question for one step of an operation with two operands."""

    def asked(namespace: Namespace, a: Any, b: Any, upstream: Any) -> dict[str, Any]:
        tensor = namespace["Tensor"]
        with with_right_rule(tensor):
            left, other = leaf(tensor, a), leaf(tensor, b)
            return one_step(operate(left, other), upstream, a=left, b=other)

    asked.__name__ = name
    words = f"`{ask}` with a = {{a}}, b = {{b}} and the upstream gradient {{upstream}}"
    probe(check, words, because, a=a, b=b, upstream=upstream, **options)(asked)
