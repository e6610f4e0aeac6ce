# SPDX-License-Identifier: MIT
# ruff: noqa
# Slots; plain numbers handled in a branch of their own; NotImplemented for anything else.


class Dual:
    __slots__ = ("data", "move")

    def __init__(self, data, move=0.0):
        self.data = data
        self.move = move

    def __add__(self, other):
        if isinstance(other, (int, float)):
            return Dual(self.data + other, self.move)
        if isinstance(other, Dual):
            return Dual(self.data + other.data, self.move + other.move)
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Dual(self.data * other, self.move * other)
        if isinstance(other, Dual):
            return Dual(self.data * other.data, other.data * self.move + self.data * other.move)
        return NotImplemented

    def __radd__(self, other):
        return Dual(other + self.data, self.move)

    def __rmul__(self, other):
        return Dual(other * self.data, other * self.move)


passes = {"a": (" forward ", 1.0), "b": ("reverse", 1), "c": ("forward", 3)}
