# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

from functools import reduce


def sum_squared_error(predictions, targets):
    pairs = list(zip(predictions, targets, strict=True))
    return reduce(lambda total, pair: total + (pair[0] - pair[1]) ** 2, pairs, ZERO)


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) * (ONE / len(targets))


constant = {"best": 4, "share": 36 / 50}
