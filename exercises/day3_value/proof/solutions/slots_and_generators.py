# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`; the sort is a generator over a stack of iterators; `backward` has its own loop and calls nothing else.


def differentiable(method):
    """Turn a method that returns (data, op, parents, slopes) into one that returns a node."""

    def build(self, *others):
        data, op, parents, slopes = method(self, *(x if isinstance(x, Value) else Value(x) for x in others))
        out = Value(data, parents, op)

        def _backward():
            for parent, slope in zip(parents, slopes()):
                parent.grad += slope * out.grad

        out._backward = _backward
        return out

    return build


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "label", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data:.6f}, grad={self.grad:.6f})"

    @differentiable
    def __add__(self, other):
        return self.data + other.data, "+", (self, other), lambda: (1, 1)

    @differentiable
    def __mul__(self, other):
        return self.data * other.data, "*", (self, other), lambda: (other.data, self.data)

    @differentiable
    def __sub__(self, other):
        return self.data - other.data, "-", (self, other), lambda: (1, -1)

    @differentiable
    def __truediv__(self, other):
        y = self.data / other.data
        return y, "/", (self, other), lambda: (1 / other.data, -y / other.data)

    @differentiable
    def __neg__(self):
        return -self.data, "-1*", (self,), lambda: (-1,)

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __pow__(self, n):
        if not isinstance(n, (int, float)):
            raise TypeError(f"power by {n!r}")
        if self.data < 0 and n != round(n):
            raise ValueError(f"({self.data})**{n}")
        return self._power(n)

    def _power(self, n):
        out = Value(self.data**n, (self,), "**" + str(n))

        def _backward():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    @differentiable
    def relu(self):
        return (self.data + abs(self.data)) / 2, "relu", (self,), lambda: (1 if self.data > 0 else 0,)

    @differentiable
    def tanh(self):
        t = math.tanh(self.data)
        return t, "tanh", (self,), lambda: ((1 - t) * (1 + t),)

    @differentiable
    def exp(self):
        e = math.e**self.data
        return e, "exp", (self,), lambda: (e,)

    @differentiable
    def log(self):
        return math.log(self.data), "log", (self,), lambda: (self.data**-1,)

    @differentiable
    def sigmoid(self):
        e = math.exp(-abs(self.data))
        s = (1 if self.data >= 0 else e) / (1 + e)
        return s, "sigmoid", (self,), lambda: (e / (1 + e) ** 2,)

    def backward(self):
        seen, order, stack = set(), [], [(self, False)]
        while stack:
            node, finished = stack.pop()
            if finished:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                for parent in node._prev:
                    stack.append((parent, False))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0 if not self._prev else 1.0
        for index in range(len(order) - 1, -1, -1):
            order[index]._backward()
