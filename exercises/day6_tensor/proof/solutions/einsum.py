# SPDX-License-Identifier: MIT
# ruff: noqa
# The functions are written anew, and nothing is inherited; the tables are slices of one array.

paper = {"dL/dX": [-1.0, -2.0], "rule X": "B", "G": [[1.0, 2.0], [1.0, 2.0], [-1.0, -2.0]]}


class Tensor:
    __slots__ = ("data", "grad", "_prev", "_op", "label", "_backward", "__dict__")
    __array_priority__ = 1000

    def __init__(self, data, _prev=(), _op="", label=""):
        data = np.array(data, dtype=float)
        both = np.zeros((2, *data.shape))
        both[0] = data
        self.data, self.grad = both[0, ...], both[1, ...]
        self._prev, self._op, self.label, self._backward = frozenset(_prev), _op, label, lambda: None

    def __repr__(self):
        return f"Tensor({self.data!r})"

    @staticmethod
    def joined(function, left_rule, right_rule, op):
        def operate(left, right):
            right = right if isinstance(right, Tensor) else Tensor(right)
            out = Tensor(function(left.data, right.data), (left, right), op)

            def _backward():
                left.grad += unbroadcast(left_rule(out.grad, left.data, right.data), left.data.shape)
                right.grad += unbroadcast(right_rule(out.grad, left.data, right.data), right.data.shape)

            out._backward = _backward
            return out

        return operate

    def each(self, data, slope, op):
        out = Tensor(data, (self,), op)

        def _backward():
            self.grad += out.grad * slope

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")
        shape = self.data.sum(axis=axis, keepdims=True).shape

        def _backward():
            self.grad += np.reshape(out.grad, shape)

        out._backward = _backward
        return out

    def backward(self):
        if self.data.size != 1:
            raise ValueError("backward() starts at one number")
        order = topological_order(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad += 1
        for node in reversed(order):
            node._backward()

    __add__ = __radd__ = None

    def __pow__(self, exponent):
        return self.each(self.data**exponent, exponent * self.data ** (exponent - 1), "**")

    def tanh(self):
        t = np.tanh(self.data)
        return self.each(t, 1 - t * t, "tanh")

    def relu(self):
        return self.each(np.where(self.data > 0, self.data, 0.0), self.data > 0, "relu")

    def exp(self):
        e = np.exp(self.data)
        return self.each(e, e, "exp")

    def log(self):
        return self.each(np.log(self.data), 1 / self.data, "log")


Tensor.__add__ = Tensor.joined(np.add, lambda G, a, b: G, lambda G, a, b: G, "+")
Tensor.__mul__ = Tensor.joined(np.multiply, lambda G, a, b: G * b, lambda G, a, b: G * a, "*")
Tensor.__matmul__ = Tensor.joined(np.matmul, lambda G, a, b: G @ b.T, lambda G, a, b: a.T @ G, "@")
Tensor.__radd__ = lambda self, other: self + other
Tensor.__rmul__ = lambda self, other: self * other
Tensor.__sub__ = lambda self, other: self + (other * -1.0)
Tensor.__neg__ = lambda self: self * -1.0
