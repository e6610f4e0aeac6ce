# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, with the operation's sign as a class attribute; minus and division are nodes of their own.

# %% day1-value
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


# %% day1-trace
def trace(root):
    parents_of = {}
    todo = [root]
    while todo:
        node = todo.pop(0)
        if node not in parents_of:
            parents_of[node] = node._prev
            todo += node._prev
    return list(parents_of), [(parent, node) for node, parents in parents_of.items() for parent in parents]


# %% day1-stretch
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
