# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np


def numerical_derivative(f, inputs, index, h=1e-5):
    x = np.array(inputs, dtype=float)
    step = np.zeros_like(x)
    step[index] = h
    return (f(x + step) - f(x - step)) / (2 * h)
