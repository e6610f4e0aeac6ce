# SPDX-License-Identifier: MIT
# ruff: noqa
# Named-tuple edges, a table of functions with (value, slope from input and output), methods put in by a loop; `backward` keeps
# the gradients of one pass in a dictionary and writes them back at the end.

from collections import namedtuple

Edge = namedtuple("Edge", ("parent", "slope"))


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self.edges = tuple(Edge(parent, 0.0) for parent in _prev)
        self._op = _op
        self.label = label

    @property
    def _prev(self):
        return tuple(edge.parent for edge in self.edges)

    @classmethod
    def build(cls, data, op, *edges):
        node = cls(data, (), op)
        node.edges = tuple(Edge(*edge) for edge in edges)
        return node

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for parent, slope in self.edges:
            parent.grad += slope * self.grad

    def backward(self):
        arrived = {self: 1.0}
        for node in reversed(topological_order(self)):
            share = arrived.get(node, 0.0)
            for parent, slope in node.edges:
                arrived[parent] = arrived.get(parent, 0.0) + slope * share
        for node, gradient in arrived.items():
            node.grad = gradient if node.edges else node.grad + gradient

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("a Value (%s) as exponent" % n)
        y = self.data**n
        if type(y) is complex:
            raise ValueError("%s ** %s" % (self.data, n))
        return self.build(y, "**%s" % n, (self, n * self.data ** (n - 1)))

    def log(self):
        return self.build(math.log(self.data), "log", (self, 1.0 / self.data))

    def __neg__(self):
        return 0 - self


BINARY = {
    "add": ("+", lambda x, y: (x + y, 1.0, 1.0)),
    "sub": ("-", lambda x, y: (x - y, 1.0, -1.0)),
    "mul": ("*", lambda x, y: (x * y, y, x)),
    "truediv": ("/", lambda x, y: (x / y, 1.0 / y, -x / (y * y))),
}
UNARY = {
    "relu": lambda x: (x, 1.0) if x > 0 else (0.0, 0.0),
    "tanh": lambda x: (math.tanh(x), 1.0 - math.tanh(x) ** 2),
    "exp": lambda x: (math.exp(x), math.exp(x)),
    "sigmoid": lambda x: (logistic(x), logistic(x) * logistic(-x)),
}


def logistic(x):
    return 1.0 / (1.0 + math.exp(-x)) if x > -700 else math.exp(x)


def _install_binary(name, op, rule):
    def method(self, other):
        other = other if isinstance(other, Value) else Value(other)
        y, left, right = rule(self.data, other.data)
        return Value.build(y, op, (self, left), (other, right))

    setattr(Value, f"__{name}__", method)
    setattr(Value, f"__r{name}__", lambda self, other: method(Value(other), self))


def _install_unary(name, rule):
    def method(self):
        y, slope = rule(self.data)
        return Value.build(y, name, (self, slope))

    setattr(Value, name, method)


for name, (op, rule) in BINARY.items():
    _install_binary(name, op, rule)
for name, rule in UNARY.items():
    _install_unary(name, rule)
