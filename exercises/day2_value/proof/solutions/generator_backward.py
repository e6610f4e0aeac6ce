# SPDX-License-Identifier: MIT
# ruff: noqa
# Each operation has a generator that yields (parent, share); dictionaries by identity; extra methods; minus as its own node.


class Value:
    def __init__(self, data, _prev=(), _op="", label="", shares=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._shares = shares or (lambda upstream: iter(()))

    def _backward(self):
        for parent, share in self._shares(self.grad):
            parent.grad = parent.grad + share

    def zero_grad(self):
        self.grad = 0.0

    def item(self):
        return self.data

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream
            yield other, upstream

        return Value(self.data + other.data, (self, other), "+", shares=shares)

    def __sub__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream
            yield other, -upstream

        return Value(self.data - other.data, (self, other), "-", shares=shares)

    def __mul__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream * other.data
            yield other, upstream * self.data

        return Value(self.data * other.data, (self, other), "*", shares=shares)

    def __radd__(self, other):
        return Value._lift(other) + self

    def __rmul__(self, other):
        return Value._lift(other) * self

    @staticmethod
    def _lift(thing):
        return thing if type(thing) is Value else Value(thing)
