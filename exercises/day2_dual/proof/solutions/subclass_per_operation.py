# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, and one for a number that stands still.


class Dual:
    def __init__(self, data, move=0.0):
        self.data, self.move = float(data), float(move)

    def __add__(self, other):
        return Sum(self, still(other))

    def __mul__(self, other):
        return Product(self, still(other))

    def __radd__(self, other):
        return Sum(still(other), self)

    def __rmul__(self, other):
        return Product(still(other), self)


class Sum(Dual):
    def __init__(self, left, right):
        super().__init__(left.data + right.data, left.move + right.move)


class Product(Dual):
    def __init__(self, left, right):
        super().__init__(left.data * right.data, left.data * right.move + left.move * right.data)


def still(other):
    return other if isinstance(other, Dual) else Dual(other)


passes = {"a": ("forward", 1), "b": ("reverse", 1), "c": ("forward", 3)}
