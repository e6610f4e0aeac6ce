# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents, and `_backward` is one method for all.


class Value:
    def __init__(self, data, _prev=(), _op="", label="", partials=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self.partials = tuple(partials)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for parent, partial in zip(self._prev, self.partials):
            parent.grad += partial * self.grad

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+", partials=(1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*", partials=(other.data, self.data))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other
