# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and closures, as the well-known small engines have them.


def numerical_derivative(f, inputs, index, h=1e-5):
    x = inputs.copy()
    x[index] = x[index] + h
    above = f(x)
    x[index] = x[index] - 2 * h
    below = f(x)
    return (above - below) / (2 * h)
