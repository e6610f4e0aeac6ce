# SPDX-License-Identifier: MIT
# ruff: noqa
# Numbers are Fractions, the operation is of a subclass of str, the rules are plain functions in a table, and the text says what made the node.

from fractions import Fraction


class Sign(str):
    pass


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = Fraction(data)
        self.grad = Fraction(0)
        self._prev = tuple(_prev)
        self._op = Sign(_op)
        self.label = label

    def __repr__(self):
        return f"Value({float(self.data):+.4f}, grad_fn=<{RULES[self._op].__name__}>, requires_grad=True)"

    def _backward(self):
        RULES[self._op](self, *self._prev)

    def __add__(self, other):
        other = lifted(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = lifted(other)
        return Value(self.data * other.data, (self, other), "*")

    __radd__, __rmul__ = __add__, __mul__


def lifted(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def leaf(out):
    pass


def copies(out, left, right):
    left.grad += Fraction(out.grad)
    right.grad += Fraction(out.grad)


def swaps(out, left, right):
    left.grad += right.data * Fraction(out.grad)
    right.grad += left.data * Fraction(out.grad)


RULES = {"": leaf, "+": copies, "*": swaps}
