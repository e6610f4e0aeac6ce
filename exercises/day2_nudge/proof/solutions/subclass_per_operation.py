# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.


def numerical_derivative(f, inputs, index, h=1e-5):
    before = inputs[index]
    try:
        inputs[index] = before + h
        up = f(inputs)
        inputs[index] = before - h
        down = f(inputs)
    finally:
        inputs[index] = before
    return (up - down) / (2 * h)
