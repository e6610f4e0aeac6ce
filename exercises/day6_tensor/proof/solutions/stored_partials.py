# SPDX-License-Identifier: MIT
# ruff: noqa
# Edges: each result keeps a list of (parent, how its share is made of G), stored as arrays and not as closures.

paper = {}
paper["rule X"] = "B"
paper["dL/dX"] = [1 * 1 + -1 * 2, 1 * 3 + -1 * 5]
paper["G"] = [[1e-3, 5], [1e-3, 5], [-1e-3, -5]]


class Edge:
    def __init__(self, parent, kind, factor):
        self.parent, self.kind, self.factor = parent, kind, factor

    def share(self, G):
        if self.kind == "times":
            return G * self.factor
        if self.kind == "left of @":
            return np.matmul(G, self.factor.T)
        if self.kind == "right of @":
            return np.matmul(self.factor.T, G)
        return np.ones(self.parent.data.shape) * G.reshape(self.factor)


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype=np.double)
        self.grad = np.zeros_like(self.data)
        self.edges = []
        self._prev = list(_prev)
        self._op = _op
        self.label = label

    def _backward(self):
        for edge in self.edges:
            edge.parent.grad += unbroadcast(edge.share(np.asarray(self.grad)), edge.parent.data.shape)

    def joined(self, data, op, *edges):
        out = Tensor(data, [edge.parent for edge in edges], op)
        out.edges = list(edges)
        return out

    def __add__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        return self.joined(self.data + other.data, "+", Edge(self, "times", 1.0), Edge(other, "times", 1.0))

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        edges = Edge(self, "times", other.data), Edge(other, "times", self.data)
        return self.joined(self.data * other.data, "*", *edges)

    def __matmul__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        edges = Edge(self, "left of @", other.data), Edge(other, "right of @", self.data)
        return self.joined(self.data.dot(other.data), "@", *edges)

    def sum(self, axis=None, keepdims=False):
        shape = np.sum(self.data, axis=axis, keepdims=True).shape
        return self.joined(np.sum(self.data, axis=axis, keepdims=keepdims), "sum", Edge(self, "sum", shape))

    def backward(self):
        if self.data.size > 1 or self.data.size == 0:
            raise ValueError(f"{self.data.size} numbers")
        waiting = topological_order(self)
        for node in waiting:
            if node._prev:
                node.grad = node.data * 0.0
        self.grad = self.grad + np.ones(self.data.shape)
        while waiting:
            waiting.pop()._backward()
