# SPDX-License-Identifier: MIT
# ruff: noqa
# A base class with parameters() and zero_grad(), sums with a start, comprehensions: the shape of the well-known small library.


def sum_squared_error(predictions, targets):
    if len(predictions) != len(targets):
        raise ValueError("different lengths")
    return sum([(yout - ygt) ** 2 for ygt, yout in zip(targets, predictions)], Value(0.0))


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) * (1.0 / len(predictions))


constant = {"best": 4.0, "share": 6**2 / (3**2 + 2**2 + 1**2 + 6**2)}
