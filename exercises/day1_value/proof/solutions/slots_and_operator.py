# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, the operator module, one helper for every operator; the trace with a deque.

import operator


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "label")

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.label = label

    @classmethod
    def of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    @classmethod
    def apply(cls, function, sign, *operands):
        nodes = tuple(map(cls.of, operands))
        return cls(function(*(node.data for node in nodes)), nodes, sign)

    def __repr__(self):
        return "Value(%r)" % self.data

    def __add__(self, other):
        return Value.apply(operator.add, "+", self, other)

    def __mul__(self, other):
        return Value.apply(operator.mul, "*", self, other)

    def __radd__(self, other):
        return Value.apply(operator.add, "+", other, self)

    def __rmul__(self, other):
        return Value.apply(operator.mul, "*", other, self)
