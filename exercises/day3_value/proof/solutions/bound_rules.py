# SPDX-License-Identifier: MIT
# ruff: noqa
# The rule of an operation is a method of the node that it makes, chosen by name when the node is made.

from enum import Enum


class Sign(str, Enum):
    LEAF = ""
    PLUS = "+"
    TIMES = "*"
    POWER = "**"
    RELU = "relu"
    TANH = "tanh"
    EXP = "exp"
    LOG = "log"
    SIGMOID = "sigmoid"


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "label", "_backward", "extra")

    def __init__(self, data, _prev=(), _op=Sign.LEAF, extra=None):
        self.data, self.grad, self.label = float(data), 0.0, ""
        self._prev, self._op, self.extra = tuple(_prev), _op, extra
        self._backward = getattr(self, "rule_" + _op.name.lower())

    def __repr__(self):
        return "Value(%g)" % self.data

    def rule_leaf(self):
        return None

    def rule_plus(self):
        for parent in self._prev:
            parent.grad += self.grad

    def rule_times(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad

    def rule_power(self):
        self._one(self.extra * self._prev[0].data ** (self.extra - 1) if self.extra else 0.0)

    def rule_relu(self):
        self._one(1.0 if self.data > 0 else 0.0)

    def rule_tanh(self):
        self._one(1 - self.data**2)

    def rule_exp(self):
        self._one(self.data)

    def rule_log(self):
        self._one(1 / self._prev[0].data)

    def rule_sigmoid(self):
        self._one(self.data * (1 - self.data))

    def _one(self, slope):
        self._prev[0].grad += slope * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), Sign.PLUS)

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), Sign.TIMES)

    def __pow__(self, number):
        if isinstance(number, Value):
            raise TypeError(number)
        if self.data < 0 and number % 1:
            raise ValueError(self.data)
        return Value(self.data**number, (self,), Sign.POWER, number)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def relu(self):
        return Value(max(self.data, 0.0), (self,), Sign.RELU)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Sign.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Sign.EXP)

    def log(self):
        return Value(math.log(self.data), (self,), Sign.LOG)

    def sigmoid(self):
        e = math.exp(-abs(self.data))
        return Value((e if self.data < 0 else 1.0) / (1.0 + e), (self,), Sign.SIGMOID)

    def backward(self):
        order = topological_order(self)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        while order:
            order.pop()._backward()


def as_value(thing):
    return thing if isinstance(thing, Value) else Value(thing)
