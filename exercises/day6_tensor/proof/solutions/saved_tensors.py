# SPDX-License-Identifier: MIT
# ruff: noqa
# Each result stores the local rules of its parents in a table; one _backward for all.

paper = {"dL/dX": [-1.0, -2.0], "rule X": "B", "G": [[1.0, 2.0], [1.0, 2.0], [-1.0, -2.0]]}


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, float)
        self.grad = np.zeros(np.shape(self.data))
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self.rules = []
        self._backward = self.pass_on

    def pass_on(self):
        for parent, rule in self.rules:
            parent.grad += unbroadcast(rule(self.grad), parent.data.shape)

    def made(self, data, other, op, to_self, to_other):
        out = Tensor(data, (self, other), op)
        out.rules = [(self, to_self), (other, to_other)]
        return out

    def lifted(self, other):
        return other if isinstance(other, Tensor) else Tensor(other)

    def __add__(self, other):
        other = self.lifted(other)
        return self.made(self.data + other.data, other, "+", lambda G: G, lambda G: G)

    def __mul__(self, other):
        other = self.lifted(other)
        return self.made(self.data * other.data, other, "*", lambda G: G * other.data, lambda G: self.data * G)

    def __matmul__(self, other):
        other = self.lifted(other)
        return self.made(
            self.data.dot(other.data), other, "@", lambda G: G.dot(other.data.T), lambda G: self.data.T.dot(G)
        )

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis, keepdims=keepdims), (self,), "sum")
        shape = np.sum(self.data, axis=axis, keepdims=True).shape
        out.rules = [(self, lambda G: np.ones_like(self.data) * np.reshape(G, shape))]
        return out

    def backward(self):
        if self.data.size != 1:
            raise ValueError(self.data.shape)
        tape = topological_order(self)
        for node in tape:
            if node._prev != ():
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + 1.0
        for place in range(len(tape) - 1, -1, -1):
            tape[place]._backward()
