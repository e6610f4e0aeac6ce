# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.

from collections import namedtuple

History = namedtuple("History", ["operation", "inputs"])
TYPED_IN = History("", ())


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self.label = label
        self.history = History(_op, tuple(_prev)) if _prev else TYPED_IN

    @property
    def _prev(self):
        return self.history.inputs

    @property
    def _op(self):
        return self.history.operation

    def __repr__(self):
        name = f", label={self.label!r}" if self.label else ""
        return f"Value(data={self.data}{name})"

    def __add__(self, other):
        if not isinstance(other, Value):
            return self + Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self * Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other
