# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, the operator module, one helper for every operator; the trace with a deque.

# %% day1-value
import operator


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "label")

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.label = label

    @classmethod
    def of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    @classmethod
    def apply(cls, function, sign, *operands):
        nodes = tuple(map(cls.of, operands))
        return cls(function(*(node.data for node in nodes)), nodes, sign)

    def __repr__(self):
        return "Value(%r)" % self.data

    def __add__(self, other):
        return Value.apply(operator.add, "+", self, other)

    def __mul__(self, other):
        return Value.apply(operator.mul, "*", self, other)

    def __radd__(self, other):
        return Value.apply(operator.add, "+", other, self)

    def __rmul__(self, other):
        return Value.apply(operator.mul, "*", other, self)


# %% day1-trace
from collections import deque


def trace(root):
    queue, seen, edges = deque([root]), {id(root): root}, []
    while queue:
        child = queue.popleft()
        for parent in child._prev:
            edges.append((parent, child))
            if id(parent) not in seen:
                seen[id(parent)] = parent
                queue.append(parent)
    return list(seen.values()), edges


# %% day1-stretch
Value.__neg__ = lambda self: Value.apply(operator.neg, "neg", self)
Value.__sub__ = lambda self, other: Value.apply(operator.sub, "-", self, other)
Value.__rsub__ = lambda self, other: Value.apply(operator.sub, "-", other, self)
Value.__truediv__ = lambda self, other: Value.apply(operator.truediv, "/", self, other)
Value.__rtruediv__ = lambda self, other: Value.apply(operator.truediv, "/", other, self)


def power(self, exponent):
    if hasattr(exponent, "data"):
        raise TypeError(f"no power with exponent {exponent}")
    return Value(operator.pow(self.data, exponent), (self,), f"**{exponent}")


Value.__pow__ = power
