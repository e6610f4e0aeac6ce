# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class extended by a subclass of the same name; comparisons by number, hash by identity; duck typing; cached properties.

from functools import cached_property, total_ordering


@total_ordering
class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = self._send_nothing

    def _send_nothing(self):
        return None

    @cached_property
    def is_leaf(self):
        return not self._prev

    def item(self):
        return self.data

    def __float__(self):
        return self.data

    def __abs__(self):
        return self if self.data >= 0 else -self

    def __eq__(self, other):
        return self.data == (other.data if hasattr(other, "data") else other)

    def __lt__(self, other):
        return self.data < (other.data if hasattr(other, "data") else other)

    def __hash__(self):
        return id(self)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    @classmethod
    def lift(cls, thing):
        return thing if hasattr(thing, "_prev") else cls(thing)

    def _made(self, data, op, *parents_and_slopes):
        out = type(self)(data, [parent for parent, _ in parents_and_slopes], op)

        def send():
            for parent, slope in parents_and_slopes:
                parent.grad += slope() * out.grad

        out._backward = send
        return out

    def __add__(self, other):
        other = self.lift(other)
        return self._made(self.data + other.data, "+", (self, lambda: 1.0), (other, lambda: 1.0))

    def __mul__(self, other):
        other = self.lift(other)
        return self._made(self.data * other.data, "*", (self, lambda: other.data), (other, lambda: self.data))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self._made(-self.data, "neg", (self, lambda: -1.0))

    def __sub__(self, other):
        return self + -self.lift(other)

    def __rsub__(self, other):
        return self.lift(other) + -self

    def __truediv__(self, other):
        other = self.lift(other)
        if other == 0:
            raise ZeroDivisionError(f"{self} / {other}")
        return self * other.reciprocal()

    def __rtruediv__(self, other):
        return self.lift(other) / self

    def reciprocal(self):
        y = 1 / self.data
        return self._made(y, "1/", (self, lambda: -y * y))

    def __pow__(self, exponent):
        if hasattr(exponent, "data"):
            raise TypeError(f"{exponent}")
        if self < 0 and exponent % 1:
            raise ValueError(f"{self}")
        return self._made(self.data**exponent, f"**{exponent}", (self, lambda: exponent * self.data ** (exponent - 1)))

    def relu(self):
        return self._made(self.data * (self > 0), "relu", (self, lambda: float(self > 0)))

    def tanh(self):
        return self._made(math.tanh(self.data), "tanh", (self, lambda: 1 - math.tanh(self.data) ** 2))

    def exp(self):
        return self._made(math.exp(self.data), "exp", (self, lambda: math.exp(self.data)))

    def log(self):
        if self <= 0:
            raise ValueError(f"log of {self}")
        return self._made(math.log(self.data), "log", (self, lambda: 1 / self.data))

    def sigmoid(self):
        y = (math.tanh(self.data / 2) + 1) / 2
        return self._made(y, "sigmoid", (self, lambda: y - y * y))

    def zero_grad(self):
        self.grad = 0.0

    def backward(self, gradient=1.0):
        order = topological_order(self)
        for node in order:
            if node._prev != ():
                node.grad = 0.0
        self.grad += gradient
        for node in order[::-1]:
            node._backward()
