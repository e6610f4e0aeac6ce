# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.


def sum_squared_error(predictions, targets):
    if len(targets) != len(predictions):
        raise ValueError
    total = Value(0.0)
    for i in range(len(targets)):
        error = targets[i] - predictions[i]
        total += error * error
    return total


def mean_squared_error(predictions, targets):
    return sum([(p - t) ** 2 for p, t in zip(predictions, targets, strict=True)], Value(0)) * (1 / len(predictions))


constant = {"share": 0.72}
constant["best"] = sum((1, 2, 3, 10)) / 4
