# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.


def mean_squared_error(predictions, targets):
    total = sum_squared_error(predictions, targets)
    return total / len(predictions)


def sum_squared_error(predictions, targets):
    if len(predictions) > len(targets) or len(predictions) < len(targets):
        raise ValueError("One target for each prediction, please.")
    squares = []
    for index in range(len(targets)):
        difference = targets[index] - predictions[index]
        squares.append(difference * difference)
    total = squares[0]
    for square in squares[1:]:
        total = total + square
    return total


constant = {"share": 0.72}
constant["best"] = sum((1, 2, 3, 10)) / 4
