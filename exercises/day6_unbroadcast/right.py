# SPDX-License-Identifier: MIT
"""The rule for what was repeated, which stands in for the learner's where a question is about ``Tensor``."""

from __future__ import annotations

from typing import Any

ANSWERS = ("day6-unbroadcast-rows", "day6-unbroadcast-ones")


def unbroadcast(grad: Any, shape: tuple[int, ...]) -> Any:
    """Return a gradient in the shape of an operand: entries are added up over each axis that was repeated."""
    missing = grad.ndim - len(shape)
    ones = tuple(missing + axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=(*range(missing), *ones)).reshape(shape)
