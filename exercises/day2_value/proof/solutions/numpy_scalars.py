# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.float64(data)
        self.grad = np.float64(0.0)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(np.add(self.data, other.data), (self, other), "+")

        def _backward():
            for parent in (self, other):
                parent.grad = parent.grad + out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(np.multiply(self.data, other.data), (self, other), "*")

        def _backward():
            slopes = np.array([other.data, self.data]) * out.grad
            for parent, slope in zip((self, other), slopes):
                parent.grad = parent.grad + slope

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other
