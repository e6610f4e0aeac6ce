# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity; local functions named for what they do; other names for helpers; type checks by float().

import copy


def numerical_derivative(f, inputs, index, h=1e-5):
    values = []
    for sign in (+1, -1):
        nudged = copy.deepcopy(inputs)
        nudged[index] += sign * h
        values.append(f(nudged))
    return (values[0] - values[1]) / h / 2
