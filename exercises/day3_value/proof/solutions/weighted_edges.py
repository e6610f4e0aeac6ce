# SPDX-License-Identifier: MIT
# ruff: noqa
# No rule at all: every node keeps pairs (parent, local derivative), `_prev` is read from them, and one loop multiplies.


class Value:
    made = 0

    def __init__(self, data, label="", *, edges=(), operation=""):
        Value.made += 1
        self.serial = Value.made
        self.data, self.grad, self.label = data, 0.0, label
        self.edges, self.operation = edges, operation

    @property
    def _prev(self):
        return [parent for parent, _ in self.edges]

    @property
    def _op(self):
        return self.operation

    def __repr__(self):
        return f"Value(#{self.serial}, data={self.data}, grad={self.grad})"

    def backward(self):
        nodes, waiting = {self.serial: self}, [self]
        while waiting:
            for parent in waiting.pop()._prev:
                if parent.serial not in nodes:
                    nodes[parent.serial] = parent
                    waiting.append(parent)
        for node in nodes.values():
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for serial in sorted(nodes, reverse=True):
            node = nodes[serial]
            for parent, weight in node.edges:
                parent.grad += weight * node.grad

    def __add__(self, other):
        other = lift(other)
        return joined(self.data + other.data, "plus", (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return joined(self.data - other.data, "minus", (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return joined(self.data * other.data, "times", (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = lift(other)
        return joined(self.data / other.data, "over", (self, 1 / other.data), (other, -self.data / other.data**2))

    def __pow__(self, exponent):
        if not isinstance(exponent, (int, float)):
            raise TypeError(f"{exponent} is not a plain number")
        power = self.data**exponent
        if isinstance(power, complex):
            raise ValueError(f"{self.data} to the power {exponent}")
        return joined(power, "power", (self, exponent * self.data ** (exponent - 1) if exponent else 0.0))

    def __neg__(self):
        return joined(-self.data, "minus", (self, -1.0))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def relu(self):
        return joined(max(0.0, self.data), "relu", (self, 1.0 if self.data > 0 else 0.0))

    def tanh(self):
        y = math.tanh(self.data)
        return joined(y, "tanh", (self, 1 - y * y))

    def exp(self):
        y = math.exp(self.data)
        return joined(y, "exp", (self, y))

    def log(self):
        return joined(math.log(self.data), "log", (self, 1 / self.data))

    def sigmoid(self):
        y = 1 / (1 + math.exp(-self.data)) if self.data > 0 else math.exp(self.data) / (1 + math.exp(self.data))
        return joined(y, "sigmoid", (self, y * (1 - y)))


def lift(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def joined(data, operation, *edges):
    return Value(data, edges=edges, operation=operation)
