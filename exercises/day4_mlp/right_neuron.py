# SPDX-License-Identifier: MIT
"""A right call of a neuron, for a class whose own gives no output."""

from __future__ import annotations

from typing import Any

ANSWERS = ("day4-mlp-neuron",)

ACTIVATIONS = ("linear", "tanh", "relu", "sigmoid")


def call(self: Any, x: Any) -> Any:
    """Return the output of a neuron, whose weights, bias and activation are found by what they are.

    Raises:
        ValueError: It has another number of inputs.
    """
    held = list(vars(self).values())
    lists = [list(part) for part in held if isinstance(part, (list, tuple))]
    weights = next(part for part in lists if part and hasattr(part[0], "_prev"))
    total = next(part for part in held if hasattr(part, "_prev"))
    activation = next((part for part in held if isinstance(part, str) and part in ACTIVATIONS), "tanh")
    if len(x) != len(weights):
        raise ValueError(f"This neuron takes {len(weights)} inputs, but `x` has {len(x)}.")
    for weight, number in zip(weights, x, strict=True):
        total = total + weight * number
    return total if activation == "linear" else getattr(total, activation)()
