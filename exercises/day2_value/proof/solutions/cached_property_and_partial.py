# SPDX-License-Identifier: MIT
# ruff: noqa
# Slopes as a cached property that is computed when it is asked for; functools.partial instead of closures.

from functools import cached_property, partial


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = partial(push, self)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @cached_property
    def slopes(self):
        if self._op == "+":
            return (1.0, 1.0)
        if self._op == "*":
            left, right = self._prev
            return (right.data, left.data)
        return ()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)


def push(node):
    for parent, slope in zip(node._prev, node.slopes, strict=True):
        parent.grad += slope * node.grad
