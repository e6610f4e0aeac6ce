# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity, with its own repr made by dataclasses; extra methods and properties.

from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False)
    _op: str = field(default="", repr=False)
    label: str = field(default="", repr=False)
    grad: float = field(default=0.0, init=False, repr=False)

    def __post_init__(self):
        self.data = float(self.data)

    @property
    def is_leaf(self):
        return not self._prev

    def item(self):
        return self.data

    def __float__(self):
        return self.data

    def __add__(self, other):
        other = _as_value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = _as_value(other)
        return Value(self.data * other.data, (self, other), "*")

    __radd__ = __add__
    __rmul__ = __mul__


def _as_value(thing):
    return thing if isinstance(thing, Value) else Value(thing)
