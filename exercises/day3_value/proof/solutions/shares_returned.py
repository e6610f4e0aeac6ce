# SPDX-License-Identifier: MIT
# ruff: noqa
# `_backward()` adds to nothing: it returns a pair (parent, share) for each use, and `backward` hands the shares out.


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: []

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: [(self, out.grad), (other, out.grad)]
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: [(self, other.data * out.grad), (other, self.data * out.grad)]
        return out

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError(f"the exponent {n} is a Value")
        if self.data < 0 and n != int(n):
            raise ValueError(f"{self.data} has no real power {n}")
        out = Value(self.data**n, (self,), "pow")
        out._backward = lambda: [(self, n * self.data ** (n - 1) * out.grad)] if n else []
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Value.of(other)

    def __truediv__(self, other):
        return self * Value.of(other) ** -1

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        out._backward = lambda: [(self, out.grad if out.data > 0 else 0.0)]
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: [(self, (1 - out.data * out.data) * out.grad)]
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: [(self, out.data * out.grad)]
        return out

    def log(self):
        if self.data <= 0:
            raise ValueError(f"log of {self.data}")
        out = Value(math.log(self.data), (self,), "log")
        out._backward = lambda: [(self, out.grad / self.data)]
        return out

    def sigmoid(self):
        out = Value(0.5 * math.tanh(0.5 * self.data) + 0.5, (self,), "sigmoid")
        out._backward = lambda: [(self, out.data * (1 - out.data) * out.grad)]
        return out

    def backward(self):
        order = topological_order(self)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for parent, share in node._backward():
                parent.grad += share
