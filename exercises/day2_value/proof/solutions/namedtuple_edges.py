# SPDX-License-Identifier: MIT
# ruff: noqa
# A node holds edges, named tuples of parent and slope; `_prev` is read from them; operators made by one function.

import operator
from collections import namedtuple

Edge = namedtuple("Edge", "parent slope")


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self.edges = [Edge(parent, None) for parent in _prev]
        self._op = _op
        self.label = label

    _prev = property(lambda self: [edge.parent for edge in self.edges])

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for edge in self.edges:
            edge.parent.grad += edge.slope * self.grad

    def _combine(sign, compute, slope_left, slope_right):
        def method(self, other):
            other = other if isinstance(other, Value) else Value(other)
            x, y = self.data, other.data
            out = Value(compute(x, y), (), sign)
            out.edges = [Edge(self, slope_left(x, y)), Edge(other, slope_right(x, y))]
            return out

        return method

    __add__ = __radd__ = _combine("+", operator.add, lambda x, y: 1.0, lambda x, y: 1.0)
    __mul__ = __rmul__ = _combine("*", operator.mul, lambda x, y: y, lambda x, y: x)
