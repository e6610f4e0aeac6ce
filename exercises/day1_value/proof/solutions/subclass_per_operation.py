# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, with the operation's sign as a class attribute; minus and division are nodes of their own.


class Value:
    _op = ""

    def __init__(self, data, _prev=(), _op=None, label=""):
        self.data, self.grad, self._prev, self.label = float(data), 0.0, tuple(_prev), label
        if _op is not None:
            self._op = _op

    def __repr__(self):
        return f"{type(self).__name__}({self.data!r})"

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __rmul__(self, other):
        return Product(other, self)


class BinaryValue(Value):
    def __init__(self, left, right):
        left, right = (one if isinstance(one, Value) else Value(one) for one in (left, right))
        super().__init__(self.compute(left.data, right.data), (left, right))


class Sum(BinaryValue):
    _op = "+"

    def compute(self, left, right):
        return left + right


class Product(BinaryValue):
    _op = "*"

    def compute(self, left, right):
        return left * right
