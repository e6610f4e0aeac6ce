# SPDX-License-Identifier: MIT
# ruff: noqa
# Sorted by level: a leaf is on level 0, a node one above its highest parent. A dataclass; `a - b` is `a + (-b)`; lambdas.

from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False)
    _op: str = field(default="", repr=False)
    label: str = field(default="", repr=False)
    grad: float = 0.0
    _backward: object = field(default=lambda: None, repr=False)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (self._take(out.grad), other._take(out.grad))
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (self._take(other.data * out.grad), other._take(self.data * out.grad))
        return out

    def _take(self, share):
        self.grad += share

    def _function(self, name, y, slope):
        out = Value(y, (self,), name)
        out._backward = lambda: self._take(slope * out.grad)
        return out

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError(f"{n} is not a plain number")
        if self.data < 0 and n % 1:
            raise ValueError(f"{self.data} to the power {n}")
        out = Value(self.data**n, (self,), f"**{n}")
        out._backward = lambda: self._take(n * self.data ** (n - 1) * out.grad)
        return out

    __radd__ = lambda self, other: self + other
    __rmul__ = lambda self, other: self * other
    __neg__ = lambda self: self * -1.0
    __sub__ = lambda self, other: self + -other
    __rsub__ = lambda self, other: -self + other
    __truediv__ = lambda self, other: self * (other if isinstance(other, Value) else Value(other)) ** -1
    __rtruediv__ = lambda self, other: self**-1 * other

    def relu(self):
        return self._function("relu", max(0.0, self.data), int(self.data > 0))

    def tanh(self):
        y = math.tanh(self.data)
        return self._function("tanh", y, 1 - y**2)

    def exp(self):
        y = math.exp(self.data)
        return self._function("exp", y, y)

    def log(self):
        return self._function("log", math.log(self.data), 1 / self.data)

    def sigmoid(self):
        try:
            y = 1 / (1 + math.exp(-self.data))
        except OverflowError:
            y = 0.0
        return self._function("sigmoid", y, y * (1 - y))

    def backward(self):
        order = topological_order(self)
        inside = [node for node in order if len(node._prev)]
        for node in inside:
            node.grad = 0.0
        self.grad += 1.0
        for node in inside[::-1]:
            node._backward()
