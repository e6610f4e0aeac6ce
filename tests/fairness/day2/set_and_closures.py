# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and closures, as the well-known small engines have them.

# %% day2-nudge
def numerical_derivative(f, inputs, index, h=1e-5):
    x = inputs.copy()
    x[index] = x[index] + h
    above = f(x)
    x[index] = x[index] - 2 * h
    below = f(x)
    return (above - below) / (2 * h)


# %% day2-value
class Value:
    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0
        self._backward = lambda: None
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


# %% day2-order
def run_backward(a, b, c, d, L):
    L.grad = 1
    for node in (L, c, d, b, a):
        node._backward()


# %% day2-complex
on_paper = {"L": -4, "a": 7, "b": 2, "c": -1}


def from_engine(a, b, c):
    ab = a * b
    left = ab + c
    right = a + b
    L = left * right
    L.grad = 1.0
    L._backward()
    right._backward()
    left._backward()
    ab._backward()
    return [a.grad, b.grad, c.grad]


def from_torch(a, b, c):
    import torch

    a = torch.tensor(a, dtype=torch.double, requires_grad=True)
    b = torch.tensor(b, dtype=torch.double, requires_grad=True)
    c = torch.tensor(c, dtype=torch.double, requires_grad=True)
    ((a * b + c) * (a + b)).backward()
    return a.grad, b.grad, c.grad
