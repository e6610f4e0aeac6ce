# SPDX-License-Identifier: MIT
# ruff: noqa
# A rule takes the upstream gradient as its argument; the constructor takes the rule, and needs the kind of node.

from collections import deque
from dataclasses import dataclass, field


@dataclass(eq=False, frozen=False, kw_only=True)
class Origin:
    parents: tuple = ()
    sign: str = ""
    rule: object = None


@dataclass(eq=False)
class Value:
    data: float
    origin: Origin = field(default_factory=Origin, repr=False)
    grad: float = 0.0
    label: str = ""

    def __post_init__(self):
        self.data = float(self.data)

    @property
    def _prev(self):
        return self.origin.parents

    @property
    def _op(self):
        return self.origin.sign

    def _backward(self, upstream):
        if self.origin.rule:
            for parent, share in zip(self._prev, self.origin.rule(upstream)):
                parent.grad += share

    def backward(self):
        children, found, waiting = {self: 0}, [self], deque([self])
        while waiting:
            for parent in waiting.popleft()._prev:
                if parent not in children:
                    children[parent] = 0
                    found.append(parent)
                    waiting.append(parent)
                children[parent] += 1
        for node in found:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward(node.grad)
            for parent in node._prev:
                children[parent] -= 1
                if not children[parent]:
                    ready.append(parent)

    def __add__(self, other):
        return make("+", lambda g: (g, g), lambda x, y: x + y, self, other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return make("*", lambda g: (g * other.data, g * self.data), lambda x, y: x * y, self, other)

    def __sub__(self, other):
        return make("-", lambda g: (g, -g), lambda x, y: x - y, self, other)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return make("/", lambda g: (g / other.data, -g * self.data / other.data**2), lambda x, y: x / y, self, other)

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError(f"{n}")
        if self.data < 0 and int(n) != n:
            raise ValueError(f"{self.data}")
        return make(f"^{n}", lambda g: (g * n * self.data ** (n - 1) if n else 0.0,), lambda x: x**n, self)

    def __neg__(self):
        return make("neg", lambda g: (-g,), lambda x: -x, self)

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def relu(self):
        return make("relu", lambda g: (g if self.data > 0 else 0.0,), lambda x: max(0.0, x), self)

    def tanh(self):
        y = math.tanh(self.data)
        return make("tanh", lambda g: (g * (1 - y) * (1 + y),), math.tanh, self)

    def exp(self):
        y = math.exp(self.data)
        return make("exp", lambda g: (g * y,), lambda x: y, self)

    def log(self):
        return make("log", lambda g: (g / self.data,), math.log, self)

    def sigmoid(self):
        y = 0.5 * (1 + math.tanh(self.data / 2))
        return make("sigmoid", lambda g: (g * y * (1 - y),), lambda x: y, self)


def make(sign, rule, compute, *operands):
    parents = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    return Value(compute(*(parent.data for parent in parents)), Origin(parents=parents, sign=sign, rule=rule))
