# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators that return NotImplemented for what they don't know, equality by number with hash by identity, `functools`.

import functools
import numbers


def converts(method):
    @functools.wraps(method)
    def with_values(self, other):
        if isinstance(other, numbers.Real):
            other = Value(other)
        if not isinstance(other, Value):
            return NotImplemented
        return method(self, other)

    return with_values


class Value:
    """A number and its history."""

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = str(_op)
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, _op={self._op!r})"

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    def __hash__(self):
        return id(self)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    @converts
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+")

    @converts
    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "*")

    @converts
    def __radd__(self, other):
        return other + self

    @converts
    def __rmul__(self, other):
        return other * self
