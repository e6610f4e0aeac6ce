# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers: `data` is a Fraction. The operation is a member of an enumeration of texts.

import enum
from fractions import Fraction


class Op(str, enum.Enum):
    NONE = ""
    PLUS = "+"
    TIMES = "*"


class Value:
    def __init__(self, data, _prev=(), _op=Op.NONE, label=""):
        self.data = Fraction(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, op={self._op!r})"

    def _joined(self, other, op, data):
        return Value(data, (self, other), op)

    def __add__(self, other):
        other = lifted(other)
        return self._joined(other, Op.PLUS, self.data + other.data)

    def __mul__(self, other):
        other = lifted(other)
        return self._joined(other, Op.TIMES, self.data * other.data)

    def __radd__(self, other):
        return lifted(other) + self

    def __rmul__(self, other):
        return lifted(other) * self


def lifted(thing):
    return thing if isinstance(thing, Value) else Value(thing)
