# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.


def sum_squared_error(predictions, targets):
    total = Value(0.0)
    for prediction, target in zip(predictions, targets, strict=True):
        error = prediction - target
        total = total + error * error
    return total


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) / Value(len(predictions))


constant = dict(best=16 / 4, share=0.72)
