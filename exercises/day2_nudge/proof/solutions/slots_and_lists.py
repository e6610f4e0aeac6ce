# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


def numerical_derivative(f, inputs, index, h=1e-5):
    left, right = inputs[:index], inputs[index + 1 :]
    rise = f(left + [inputs[index] + h] + right) - f(left + [inputs[index] - h] + right)
    return rise / (2.0 * h)
