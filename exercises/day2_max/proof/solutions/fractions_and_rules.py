# SPDX-License-Identifier: MIT
# ruff: noqa
# Numbers are Fractions, the operation is of a subclass of str, the rules are plain functions in a table.


def routes(out, left, right):
    share = Fraction(1, 2) if left.data == right.data else Fraction(left.data > right.data)
    left.grad += share * Fraction(out.grad)
    right.grad += (1 - share) * Fraction(out.grad)


RULES["max"] = routes


def maximum(a, b):
    return Value(max(a.data, b.data), (a, b), "max")
