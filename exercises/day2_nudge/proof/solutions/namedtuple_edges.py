# SPDX-License-Identifier: MIT
# ruff: noqa
# A node holds edges, named tuples of parent and slope; `_prev` is read from them; operators made by one function.


def numerical_derivative(f, inputs, index, h=1e-5):
    difference = 0.0
    for k in (1, -1):
        x = tuple(inputs)
        y = list(x)
        y[index] = x[index] + k * h
        difference += k * f(y)
    return difference / (2 * h)
