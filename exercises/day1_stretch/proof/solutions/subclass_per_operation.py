# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, with the operation's sign as a class attribute; minus and division are nodes of their own.


class Difference(BinaryValue):
    _op = "-"

    def compute(self, left, right):
        return left - right


class Quotient(BinaryValue):
    _op = "/"

    def compute(self, left, right):
        return left / right


class Power(Value):
    def __init__(self, base, exponent):
        if isinstance(exponent, Value):
            raise TypeError(f"{exponent} is a Value: the exponent must be a number")
        super().__init__(base.data**exponent, (base,), f"**{exponent}")


class Negative(Value):
    _op = "neg"

    def __init__(self, inner):
        super().__init__(-inner.data, (inner,))


Value.__neg__ = lambda self: Negative(self)
Value.__sub__ = lambda self, other: Difference(self, other)
Value.__rsub__ = lambda self, other: Difference(other, self)
Value.__truediv__ = lambda self, other: Quotient(self, other)
Value.__rtruediv__ = lambda self, other: Quotient(other, self)
Value.__pow__ = lambda self, exponent: Power(self, exponent)
