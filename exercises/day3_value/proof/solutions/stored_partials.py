# SPDX-License-Identifier: MIT
# ruff: noqa
# Local derivatives stored beside the parents; every operator is a call of one helper; a sort that calls itself with a raised limit.


class Value:
    def __init__(self, data, _prev=(), _op="", label="", partials=()):
        self.data, self.grad, self._prev, self._op, self.label = float(data), 0.0, tuple(_prev), _op, label
        self.partials = partials

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        for parent, partial in zip(self._prev, self.partials):
            parent.grad += partial * self.grad

    def backward(self):
        nodes = topological_order(self)
        kept = {node: node.grad for node in nodes if not node._prev}
        for node in nodes:
            node.grad = 0.0
        self.grad = 1.0
        for node in nodes[::-1]:
            node._backward()
        for leaf, before in kept.items():
            leaf.grad += before

    def _new(self, data, op, *pairs):
        return Value(data, [parent for parent, _ in pairs], op, partials=[partial for _, partial in pairs])

    def __add__(self, other):
        other = constant(other)
        return self._new(self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = constant(other)
        return self._new(self.data - other.data, "-", (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = constant(other)
        return self._new(self.data * other.data, "*", (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = constant(other)
        quotient = self.data / other.data
        return self._new(quotient, "/", (self, 1 / other.data), (other, -quotient / other.data))

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError(f"the exponent {exponent} is a node")
        value = self.data**exponent
        if isinstance(value, complex):
            raise ValueError(f"{self.data} ** {exponent} is complex")
        slope = exponent * self.data ** (exponent - 1) if exponent else 0.0
        return self._new(value, f"**{exponent}", (self, slope))

    def __neg__(self):
        return self._new(-self.data, "neg", (self, -1.0))

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def relu(self):
        return self._new(max(self.data, 0.0), "relu", (self, 1.0 if self.data > 0 else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, "tanh", (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, "exp", (self, e))

    def log(self):
        if not self.data > 0:
            raise ValueError(f"log of {self.data}")
        return self._new(math.log(self.data), "log", (self, 1 / self.data))

    def sigmoid(self):
        s = 0.5 * (1 + math.tanh(self.data / 2))
        return self._new(s, "sigmoid", (self, s * (1 - s)))


def constant(thing):
    return thing if isinstance(thing, Value) else Value(thing)
