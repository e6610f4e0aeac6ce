# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

square = lambda value: value * value


def sum_squared_error(predictions, targets):
    if len(predictions) != len(targets):
        raise ValueError
    return sum(square(p + -t) for p, t in zip(predictions, targets))


def mean_squared_error(predictions, targets):
    if len(predictions) != len(targets):
        raise ValueError
    n = len(predictions)
    return sum(square(p - t) * (1 / n) for p, t in zip(predictions, targets))


constant = dict(best=16 / 4, share=0.72)
