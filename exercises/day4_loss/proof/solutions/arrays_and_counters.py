# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.


def sum_squared_error(predictions, targets):
    if not len(predictions) == len(targets):
        raise ValueError("predictions and targets differ in number")
    total, k = Value(0), 0
    while k < len(targets):
        total, k = total + (targets[k] - predictions[k]) * (targets[k] - predictions[k]), k + 1
    return total


def mean_squared_error(predictions, targets):
    if not len(predictions) == len(targets):
        raise ValueError("predictions and targets differ in number")
    return sum([(p - t) ** 2 / len(targets) for p, t in zip(predictions, targets)], start=Value(0.0))


constant = {"best": 4, "share": 36 / 50}
