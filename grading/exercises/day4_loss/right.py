# SPDX-License-Identifier: MIT
"""A right sum of squared errors."""

from __future__ import annotations

from typing import Any

__all__ = ["ANSWERS", "right_sum"]

ANSWERS = ("day4-loss-sum",)


def right_sum(predictions: list[Any], targets: list[float]) -> Any:
    """Return the sum of the squared errors, made of the predictions' own operators."""
    return sum((prediction - target) ** 2 for prediction, target in zip(predictions, targets, strict=True))
