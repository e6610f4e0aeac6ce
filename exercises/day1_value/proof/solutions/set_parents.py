# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.


class Value:
    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other
