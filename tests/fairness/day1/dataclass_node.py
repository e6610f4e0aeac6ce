# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity, with its own repr made by dataclasses; extra methods and properties.

# %% day1-value
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


# %% day1-trace
def trace(root):
    nodes, edges = [], []

    def visit(node):
        if node in nodes:
            return
        nodes.append(node)
        edges.extend((parent, node) for parent in node._prev)
        for parent in node._prev:
            visit(parent)

    visit(root)
    return nodes, edges


# %% day1-stretch
def __neg__(self):
    return Value(-self.data, (self,), "neg")


def __sub__(self, other):
    other = _as_value(other)
    return Value(self.data - other.data, (self, other), "-")


def __rsub__(self, other):
    return _as_value(other) - self


def __truediv__(self, other):
    other = _as_value(other)
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return _as_value(other) / self


def __pow__(self, exponent):
    try:
        number = float(exponent.data if isinstance(exponent, Value) else exponent)
    finally:
        if isinstance(exponent, Value):
            raise TypeError(f"exponent {exponent} must not be a Value")
    return Value(self.data**number, (self,), f"**{exponent}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
