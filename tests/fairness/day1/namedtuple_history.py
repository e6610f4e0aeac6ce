# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.

# %% day1-value
from collections import namedtuple

History = namedtuple("History", ["operation", "inputs"])
TYPED_IN = History("", ())


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self.label = label
        self.history = History(_op, tuple(_prev)) if _prev else TYPED_IN

    @property
    def _prev(self):
        return self.history.inputs

    @property
    def _op(self):
        return self.history.operation

    def __repr__(self):
        name = f", label={self.label!r}" if self.label else ""
        return f"Value(data={self.data}{name})"

    def __add__(self, other):
        if not isinstance(other, Value):
            return self + Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self * Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


# %% day1-trace
def trace(root):
    def behind(node, seen):
        if node not in seen:
            seen.add(node)
            yield node
            for parent in node._prev:
                yield from behind(parent, seen)

    nodes = list(behind(root, set()))
    edges = ((parent, node) for node in nodes for parent in node._prev)
    return nodes, edges


# %% day1-draw
graph_1 = list(zip("abdcef", "ddeeLL"))
graph_2 = list(zip("abssap", "ssppqq"))
graph_3 = list(zip("xmxnuv", "uuvvyy"))


# %% day1-stretch
def __neg__(self):
    return 0 - self


def __sub__(self, other):
    if not isinstance(other, Value):
        return self - Value(other)
    return Value(self.data - other.data, (self, other), "-")


def __rsub__(self, other):
    return Value(other) - self


def __truediv__(self, other):
    if not isinstance(other, Value):
        return self / Value(other)
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return Value(other) / self


def __pow__(self, exponent):
    if isinstance(exponent, Value):
        raise TypeError(f"{exponent!r} can't be an exponent")
    return Value(pow(self.data, exponent), (self,), f"**{exponent!r}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
