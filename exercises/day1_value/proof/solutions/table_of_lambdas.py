# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators written once, as closures made by a function, from a table of lambdas; set comprehensions, no loop keeps a stack.


def _operator(sign, compute):
    def method(self, other):
        other = other if hasattr(other, "_prev") else Value(other)  # duck typing
        return Value(compute(self.data, other.data), [self, other], sign)

    return method


class Value:
    def __init__(self, data, _prev=[], _op="", label="", grad=0.0):
        self.__dict__.update(data=float(data), grad=grad, _prev=_prev, _op=_op, label=label)

    def __repr__(self):
        return "<Value {}>".format(self.data)

    __add__ = __radd__ = _operator("+", lambda x, y: x + y)
    __mul__ = __rmul__ = _operator("*", lambda x, y: x * y)
