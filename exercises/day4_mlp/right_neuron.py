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
        LookupError: It keeps no list of weights, or no bias.
    """
    held = list(vars(self).values())
    weights, total = _weights_and_bias(held)
    activation = next((part for part in held if isinstance(part, str) and part in ACTIVATIONS), "tanh")
    if len(x) != len(weights):
        raise ValueError(f"This neuron takes {len(weights)} inputs, but `x` has {len(x)}.")
    for weight, number in zip(weights, x, strict=True):
        total = total + weight * number
    return total if activation == "linear" else getattr(total, activation)()


def _weights_and_bias(held: list[Any]) -> tuple[list[Any], Any]:
    """Return the weights and the bias among what a neuron keeps; the bias may be in the list of the weights.

    Raises:
        LookupError: There is no such list, or no bias. No StopIteration: that would end a learner's `map` in silence.
    """
    lists = [list(part) for part in held if isinstance(part, (list, tuple))]
    found = [part for part in lists if all(hasattr(entry, "_prev") for entry in part)]
    if not found:
        raise LookupError("no list of weights")
    weights = found[0]
    alone = [part for part in held if hasattr(part, "_prev")]
    if alone:
        return weights, alone[0]
    if not weights:
        raise LookupError("no bias")
    # A bias starts at 0, and the weights do not; most people put it at the end.
    bias = next((entry for entry in weights if entry.data == 0), weights[-1])
    return [entry for entry in weights if entry is not bias], bias
