# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

# %% day2-nudge
import numpy as np


def numerical_derivative(f, inputs, index, h=1e-5):
    x = np.array(inputs, dtype=float)
    step = np.zeros_like(x)
    step[index] = h
    return (f(x + step) - f(x - step)) / (2 * h)


# %% day2-value
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


# %% day2-accumulate
import numpy as np

accumulated = {"a + a": np.float64(2), "a * a": np.float64(6), "b = a + a; b + b": np.int64(4)}

# %% day2-complex
on_paper = {"L": -4.0, "a": 7.0, "b": 2.0, "c": -1.0}


def from_engine(a, b, c):
    d = a * b
    e = d + c
    f = a + b
    L = e * f
    L.grad = 1.0
    L._backward()
    e._backward()
    f._backward()
    d._backward()
    return np.array([a.grad, b.grad, c.grad])


def from_torch(a, b, c):
    import torch

    t = torch.from_numpy(np.array([a, b, c], dtype=np.float64)).requires_grad_()
    ((t[0] * t[1] + t[2]) * (t[0] + t[1])).backward()
    return t.grad.numpy()
