# SPDX-License-Identifier: MIT
"""Losses to train with. One is a right answer to another exercise."""

from __future__ import annotations

from typing import Any

__all__ = ["ANSWERS", "mean_square", "thrice"]

ANSWERS = ("day4-loss-mean",)


def mean_square(predictions: list[Any], targets: list[float]) -> Any:
    """Return the mean of the squared errors, made of the predictions' own operators."""
    errors = [prediction - target for prediction, target in zip(predictions, targets, strict=True)]
    return sum(error * error for error in errors) / len(predictions)


def thrice(predictions: list[Any], targets: list[float]) -> Any:
    """Return a loss that no default would be: three times the sum of the errors, each squared."""
    errors = [prediction - target for prediction, target in zip(predictions, targets, strict=True)]
    return sum(error * error for error in errors) * 3.0
