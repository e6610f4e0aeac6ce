# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.


def sum_squared_error(predictions, targets):
    predictions, targets = list(predictions), list(targets)
    if len(predictions) != len(targets):
        raise ValueError(f"{len(predictions)} != {len(targets)}")
    errors = (p - t for p, t in zip(predictions, targets))
    return functools.reduce(operator.add, (error**2 for error in errors))


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) / len(predictions)


constant = {"best": 4.0, "share": 6**2 / (3**2 + 2**2 + 1**2 + 6**2)}
