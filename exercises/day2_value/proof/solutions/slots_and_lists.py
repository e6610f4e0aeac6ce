# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


class Value:
    __slots__ = ["data", "grad", "_prev", "_op", "label", "_backward"]

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op, self.label = list(_prev), _op, label
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data=%s, grad=%s)" % (self.data, self.grad)

    def receive(self, amount):
        self.grad = self.grad + amount

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, [self, other], "+")
        out._backward = lambda: [parent.receive(out.grad) for parent in out._prev]
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, [self, other], "*")
        out._backward = lambda: (self.receive(other.data * out.grad), other.receive(self.data * out.grad))
        return out

    __radd__ = __add__
    __rmul__ = __mul__
