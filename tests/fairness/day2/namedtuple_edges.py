# SPDX-License-Identifier: MIT
# ruff: noqa
# A node holds edges, named tuples of parent and slope; `_prev` is read from them; operators made by one function.

# %% day2-nudge
def numerical_derivative(f, inputs, index, h=1e-5):
    difference = 0.0
    for k in (1, -1):
        x = tuple(inputs)
        y = list(x)
        y[index] = x[index] + k * h
        difference += k * f(y)
    return difference / (2 * h)


# %% day2-value
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


# %% day2-order
def run_backward(a, b, c, d, L):
    L.grad = 1.0
    for node in reversed([a, b, c, d, L]):
        node._backward()
