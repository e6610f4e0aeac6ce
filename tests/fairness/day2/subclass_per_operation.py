# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.

# %% day2-nudge
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


# %% day2-value
class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        pass

    def __add__(self, other):
        return Add(self, wrap(other))

    def __mul__(self, other):
        return Mul(self, wrap(other))

    def __radd__(self, other):
        return Add(wrap(other), self)

    def __rmul__(self, other):
        return Mul(wrap(other), self)


def wrap(other):
    return other if isinstance(other, Value) else Value(other)


class Add(Value):
    def __init__(self, left, right):
        super().__init__(left.data + right.data, (left, right), "+")

    def _backward(self):
        for parent in self._prev:
            parent.grad += self.grad


class Mul(Value):
    def __init__(self, left, right):
        super().__init__(left.data * right.data, (left, right), "*")

    def _backward(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad


# %% day2-order
def run_backward(a, b, c, d, L):
    def visit(node):
        node._backward()
        for parent in node._prev:
            visit(parent)

    L.grad = 1.0
    visit(L)


# %% day2-complex
on_paper = {"L": -4.0, "a": 7.0, "b": 2.0, "c": -1.0}


def from_engine(a, b, c):
    steps = []
    for make in (lambda: a * b, lambda: steps[0] + c, lambda: a + b, lambda: steps[1] * steps[2]):
        steps.append(make())
    steps[-1].grad = 1.0
    while steps:
        steps.pop()._backward()
    return a.grad, b.grad, c.grad


def from_torch(a, b, c):
    import torch
    from torch import autograd

    leaves = [torch.tensor(x, dtype=torch.float64).requires_grad_() for x in (a, b, c)]
    a, b, c = leaves
    return tuple(g.item() for g in autograd.grad((a * b + c) * (a + b), leaves))
