# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.


class Value:
    def __init__(self, data, _prev=None, _op="", label=""):
        if _prev is None:
            _prev = []
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return "Value(data=" + str(self.data) + ")"

    def __add__(self, other):
        if type(other) != Value:
            other = Value(other)
        result = Value(self.data + other.data)
        result._prev.append(self)
        result._prev.append(other)
        result._op = "+"
        return result

    def __mul__(self, other):
        if type(other) != Value:
            other = Value(other)
        result = Value(self.data * other.data)
        result._prev.append(self)
        result._prev.append(other)
        result._op = "*"
        return result

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self
