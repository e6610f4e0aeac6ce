# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity; local functions named for what they do; other names for helpers; type checks by float().

from dataclasses import dataclass, field
from typing import Any, Callable


def nothing():
    """A leaf has nobody to pass its gradient on to."""


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    label: str = ""
    grad: float = 0.0
    _backward: Callable[[], Any] = field(default=nothing)

    def __repr__(self):
        return f"Value({self.data:g}, grad {self.grad:g})"

    @staticmethod
    def make(thing):
        try:
            return Value(float(thing))
        except TypeError:
            return thing

    def __add__(self, other):
        other = self.make(other)
        total = Value(self.data + other.data, (self, other), "+")

        def copy_gradient():
            upstream = total.grad
            self.grad += upstream
            other.grad += upstream

        total._backward = copy_gradient
        return total

    def __mul__(self, other):
        other = self.make(other)
        product = Value(self.data * other.data, (self, other), "*")

        def swap_gradient():
            upstream = product.grad
            self.grad += upstream * other.data
            other.grad += upstream * self.data

        product._backward = swap_gradient
        return product

    def __radd__(self, other):
        return self.make(other) + self

    def __rmul__(self, other):
        return self.make(other) * self
