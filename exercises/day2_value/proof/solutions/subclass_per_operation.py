# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.


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
