# SPDX-License-Identifier: MIT
# ruff: noqa
# One pass collects all gradients in a dictionary by node; only then they are written into the nodes.

paper = dict([("rule X", "B"), ("G", [[1, 1], [1, 1], [-1, -1]]), ("dL/dX", [-1, -2])])


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self.shares = None
        self._backward = self.hand_on

    def hand_on(self):
        if self.shares:
            for parent, share in zip(self._prev, self.shares(self.grad)):
                parent.grad = parent.grad + unbroadcast(share, parent.data.shape)

    @classmethod
    def of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    def __add__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data + other.data, (self, other), "+")
        out.shares = lambda G: [G, G]
        return out

    def __mul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data * other.data, (self, other), "*")
        out.shares = lambda G: [other.data * G, self.data * G]
        return out

    def __matmul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data @ other.data, (self, other), "@")
        out.shares = lambda G: [G @ other.data.T, (G.T @ self.data).T]
        return out

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        out = Tensor(kept if keepdims else self.data.sum(axis=axis), (self,), "sum")
        out.shares = lambda G: [np.broadcast_to(G.reshape(kept.shape), self.data.shape)]
        return out

    def backward(self):
        if self.data.size != 1:
            raise ValueError("a table has no single slope")
        order = topological_order(self)
        before = {id(node): node.grad for node in order if not node._prev}
        gradients = {id(node): np.zeros_like(node.data) for node in order}
        gradients[id(self)] = np.ones_like(self.data)
        for node in reversed(order):
            own = gradients[id(node)]
            kept = [(parent, parent.grad) for parent in node._prev]
            for parent, _ in kept:
                parent.grad = np.zeros_like(parent.data)
            node.grad = own
            node._backward()
            for parent in {id(parent): parent for parent in node._prev}.values():
                gradients[id(parent)] = gradients[id(parent)] + parent.grad
        for node in order:
            node.grad = gradients[id(node)] + before.get(id(node), 0.0)
