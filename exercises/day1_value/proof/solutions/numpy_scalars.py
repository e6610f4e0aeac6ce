# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.

import numpy as np


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.float64(data)
        self.grad = np.float64(0)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data:.4f})"

    def __add__(self, other):
        if isinstance(other, (int, float, np.number)):
            other = Value(other)
        return Value(np.add(self.data, other.data), (self, other), "+")

    def __mul__(self, other):
        if isinstance(other, (int, float, np.number)):
            other = Value(other)
        return Value(np.multiply(self.data, other.data), (self, other), "*")

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)
