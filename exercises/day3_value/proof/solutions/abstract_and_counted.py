# SPDX-License-Identifier: MIT
# ruff: noqa
# A metaclass counts nodes, `__setattr__` guards the names, and a node is made by `Value.from_parents`; the reference's closures otherwise.


class Counting(type):
    def __call__(cls, *arguments, **keywords):
        node = super().__call__(*arguments, **keywords)
        object.__setattr__(node, "serial", next(cls.serials))
        return node


class Value(metaclass=Counting):
    serials = iter(range(10**9))
    names = {"data", "grad", "label", "_prev", "_op", "_backward"}

    def __init__(self, data, /, *, label=""):
        self.data, self.grad, self.label = float(data), 0.0, label
        self._prev, self._op, self._backward = (), "", int

    def __setattr__(self, name, thing):
        if name not in self.names:
            raise AttributeError(f"a Value has no {name}")
        object.__setattr__(self, name, thing)

    def __repr__(self):
        return f"Value#{self.serial}({self.data})"

    def __eq__(self, other):
        return isinstance(other, Value) and self.serial == other.serial

    def __hash__(self):
        return self.serial

    @classmethod
    def from_parents(cls, data, sign, parents, slopes):
        out = cls(data)
        out._prev, out._op = tuple(parents), sign

        def _backward():
            for parent, slope in zip(parents, slopes):
                parent.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.from_parents(self.data + other.data, "+", [self, other], [1, 1])

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.from_parents(self.data * other.data, "*", [self, other], [other.data, self.data])

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError(f"exponent {n!r}")
        if self.data < 0 and n != math.floor(n):
            raise ValueError(f"{self!r} ** {n}")
        return Value.from_parents(self.data**n, "power", [self], [n * self.data ** (n - 1) if n else 0.0])

    def __neg__(self):
        return 0 - self

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.from_parents(self.data - other.data, "-", [self, other], [1, -1])

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.from_parents(
            self.data / other.data, "/", [self, other], [1 / other.data, -self.data / other.data / other.data]
        )

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def relu(self):
        return Value.from_parents(max(0.0, self.data), "relu", [self], [1 if self.data > 0 else 0])

    def tanh(self):
        t = math.tanh(self.data)
        return Value.from_parents(t, "tanh", [self], [1 - t**2])

    def exp(self):
        e = math.exp(self.data)
        return Value.from_parents(e, "exp", [self], [e])

    def log(self):
        return Value.from_parents(math.log(self.data), "log", [self], [1 / self.data])

    def sigmoid(self):
        s = (1 + math.tanh(self.data / 2)) / 2
        return Value.from_parents(s, "sigmoid", [self], [s * (1 - s)])

    def backward(self):
        nodes, waiting = {self}, [self]
        while waiting:
            for parent in waiting.pop()._prev:
                if parent not in nodes:
                    nodes.add(parent)
                    waiting.append(parent)
        newest_first = sorted(nodes, key=lambda node: -node.serial)
        for node in newest_first:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in newest_first:
            node._backward()
