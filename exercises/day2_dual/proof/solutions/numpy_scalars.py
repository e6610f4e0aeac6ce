# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy holds value and movement in one array; the rule of the product as a matrix that is applied.

import numpy


class Dual:
    def __init__(self, data, move=0.0):
        self.both = numpy.array([data, move])

    data = property(lambda self: self.both[0])
    move = property(lambda self: self.both[1])

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(*(self.both + other.both))

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(*(numpy.array([[other.data, 0.0], [other.move, other.data]]) @ self.both))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


passes = {"a": ("forward", numpy.int64(1)), "b": ("reverse", 1), "c": ("forward", numpy.float64(3))}
