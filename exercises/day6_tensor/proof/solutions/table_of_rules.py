# SPDX-License-Identifier: MIT
# ruff: noqa
# A table holds, by sign, how each operation computes and what it sends to each operand; the methods look it up.

paper = {"dL/dX": (-1.0, -2.0), "rule X": "b", "G": ([0.1, -3.0], [0.1, -3.0], [-0.1, 3.0])}

RULES = {
    "+": (np.add, lambda G, a, b: G, lambda G, a, b: G),
    "*": (np.multiply, lambda G, a, b: G * b, lambda G, a, b: G * a),
    "@": (np.matmul, lambda G, a, b: G @ b.transpose(), lambda G, a, b: a.transpose() @ G),
}


def operation(sign):
    compute, to_left, to_right = RULES[sign]

    def method(self, other):
        other = self.wrap(other)
        out = Tensor(compute(self.data, other.data), (self, other), sign)

        def _backward():
            self.receive(to_left(out.grad, self.data, other.data))
            other.receive(to_right(out.grad, self.data, other.data))

        out._backward = _backward
        return out

    return method


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    @staticmethod
    def wrap(thing):
        return thing if isinstance(thing, Tensor) else Tensor(thing)

    def receive(self, share):
        np.add(self.grad, unbroadcast(share, self.data.shape), out=self.grad)

    __add__ = operation("+")
    __mul__ = operation("*")
    __matmul__ = operation("@")

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def _backward():
            shape = [1 if axis is None or place in self.axes(axis) else n for place, n in enumerate(self.data.shape)]
            self.grad += np.reshape(out.grad, shape)

        out._backward = _backward
        return out

    def axes(self, axis):
        return [one % self.data.ndim for one in (axis if isinstance(axis, tuple) else (axis,))]

    def backward(self):
        if self.data.size != 1:
            raise ValueError("backward() needs a single number")
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node._prev:
                    visit(parent)
                order.append(node)

        visit(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            node._backward()
