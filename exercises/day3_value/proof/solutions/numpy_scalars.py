# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars and functions; what NumPy would only warn of is refused by hand.

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

    def _result(self, data, op, gradients, *others):
        out = Value(data, (self, *others), op)

        def _backward():
            for node, share in zip(out._prev, gradients(out.grad)):
                node.grad = node.grad + share

        out._backward = _backward
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._result(self.data + other.data, "+", lambda g: (g, g), other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._result(self.data * other.data, "*", lambda g: (g * other.data, g * self.data), other)

    def __neg__(self):
        return self._result(-self.data, "neg", lambda g: (-g,))

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __truediv__(self, other):
        return self * (other if isinstance(other, Value) else Value(other)) ** -1

    def __pow__(self, exponent):
        if not np.isscalar(exponent):
            raise TypeError(f"the exponent {exponent} is no number")
        if self.data < 0 and exponent != np.floor(exponent):
            raise ValueError(f"{self.data} to the power of {exponent}")
        if self.data == 0 and exponent < 0:
            raise ZeroDivisionError(f"{self.data} to the power of {exponent}")
        y = self.data ** float(exponent)
        return self._result(y, f"**{exponent}", lambda g: (g * exponent * self.data ** (float(exponent) - 1),))

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def relu(self):
        return self._result(np.maximum(self.data, 0.0), "relu", lambda g: (np.where(self.data > 0, g, 0.0)[()],))

    def tanh(self):
        t = np.tanh(self.data)
        return self._result(t, "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = np.exp(self.data)
        return self._result(e, "exp", lambda g: (g * e,))

    def log(self):
        if self.data <= 0:
            raise ValueError(f"log({self.data})")
        return self._result(np.log(self.data), "log", lambda g: (g / self.data,))

    def sigmoid(self):
        s = np.exp(-np.logaddexp(0.0, -self.data))
        return self._result(s, "sigmoid", lambda g: (g * s * (1 - s),))

    def backward(self):
        order = topological_order(self)
        for node in order:
            if len(node._prev) != 0:
                node.grad = np.float64(0.0)
        self.grad = self.grad + 1.0
        for node in reversed(order):
            node._backward()
