# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass; numbers taken by a helper; the methods for the left are the same functions.

from dataclasses import dataclass


def lifted(thing):
    return thing if isinstance(thing, Dual) else Dual(float(thing))


@dataclass(frozen=True)
class Dual:
    data: float
    move: float = 0.0

    def __add__(self, other):
        other = lifted(other)
        return Dual(self.data + other.data, self.move + other.move)

    def __mul__(self, other):
        other = lifted(other)
        return Dual(self.data * other.data, self.data * other.move + other.data * self.move)

    __radd__ = __add__
    __rmul__ = __mul__


passes = dict(a=("forward", 1), b=("reverse", 1), c=("forward", 3))
