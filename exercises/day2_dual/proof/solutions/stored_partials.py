# SPDX-License-Identifier: MIT
# ruff: noqa
# Each result remembers its parents and local derivatives, which nobody needs; the movement is summed over them.


class Dual:
    def __init__(self, data, move=0.0, _prev=()):
        self.data, self.move, self._prev = data, move, _prev

    @classmethod
    def of(cls, data, *shares):
        return cls(data, sum(local * parent.move for parent, local in shares), tuple(parent for parent, _ in shares))

    def __add__(self, other):
        if not isinstance(other, Dual):
            other = Dual(other)
        return Dual.of(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Dual):
            other = Dual(other)
        return Dual.of(self.data * other.data, (self, other.data), (other, self.data))

    def __radd__(self, other):
        return Dual(other) + self

    def __rmul__(self, other):
        return Dual(other) * self


passes = {letter: answer for letter, answer in zip("abc", (("forward", 1), ("reverse", 1), ("forward", 3)))}
