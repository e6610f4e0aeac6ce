# SPDX-License-Identifier: MIT
# ruff: noqa
# Stored slopes; one method serves every operation.


class Value:
    """Keeps each parent's slope; one method serves every operation."""

    def __init__(self, data, _children=(), _op="", _slopes=()):
        self.data, self.grad, self._op, self.label = data, 0, _op, ""
        self._prev, self._slopes = _children, _slopes

    def _backward(self):
        for parent, slope in zip(self._prev, self._slopes):
            parent.grad += slope * self.grad

    def backward(self):
        nodes = topological_order(self)
        for node in nodes:
            if node._prev:
                node.grad = 0
        self.grad = 1
        for node in reversed(nodes):
            node._backward()

    def _lift(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._lift(other)
        return Value(self.data + other.data, (self, other), "+", (1, 1))

    def __mul__(self, other):
        other = self._lift(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __sub__(self, other):
        other = self._lift(other)
        return Value(self.data - other.data, (self, other), "-", (1, -1))

    def __truediv__(self, other):
        other = self._lift(other)
        y = self.data / other.data
        return Value(y, (self, other), "/", (1 / other.data, -y / other.data))

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError(n)
        y = self.data**n
        if isinstance(y, complex):
            raise ValueError(self.data)
        return Value(y, (self,), f"**{n}", (n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1,))

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def _one(self, y, slope, name):
        return Value(y, (self,), name, (slope,))

    def relu(self):
        return self._one(max(0.0, self.data), float(self.data > 0), "ReLU")

    def exp(self):
        return self._one(math.exp(self.data), math.exp(self.data), "exp")

    def log(self):
        return self._one(math.log(self.data), 1 / self.data, "log")

    def tanh(self):
        return self._one(math.tanh(self.data), 1 - math.tanh(self.data) ** 2, "tanh")

    def sigmoid(self):
        y = 1 / (1 + math.exp(-self.data)) if self.data > -700 else 0.0
        return self._one(y, y * (1 - y), "sigmoid")
