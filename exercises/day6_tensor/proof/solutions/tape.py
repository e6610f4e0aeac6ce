# SPDX-License-Identifier: MIT
# ruff: noqa
# A tape of all results in the order of their making; backward walks it from the root on.

paper = {}
paper["dL/dX"] = (-1, -2)
paper["G"] = ((2, -2), (2, -2), (-2, 2))
paper["rule X"] = "B"

COUNTER = [0]


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        COUNTER[0] += 1
        self.made = COUNTER[0]
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self._prev = set(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def add_to_grad(self, share):
        self.grad = self.grad + unbroadcast(share, self.data.shape)

    def __add__(self, other):
        other = other if type(other) is Tensor else Tensor(other)
        out = Tensor(np.add(self.data, other.data), {self, other}, "+")
        out._backward = lambda: [parent.add_to_grad(out.grad) for parent in (self, other)]
        return out

    def __mul__(self, other):
        other = other if type(other) is Tensor else Tensor(other)
        out = Tensor(np.multiply(self.data, other.data), {self, other}, "*")
        out._backward = lambda: (self.add_to_grad(out.grad * other.data), other.add_to_grad(out.grad * self.data))
        return out

    def __matmul__(self, other):
        other = other if type(other) is Tensor else Tensor(other)
        out = Tensor(np.einsum("ik,kj->ij", self.data, other.data), {self, other}, "@")

        def _backward():
            to_left = np.einsum("ij,kj->ik", out.grad, other.data)
            to_right = np.einsum("ik,ij->kj", self.data, out.grad)
            self.add_to_grad(to_left)
            other.add_to_grad(to_right)

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(np.sum(self.data, axis, keepdims=keepdims), {self}, "sum")

        def _backward():
            G = np.asarray(out.grad)
            if axis is not None and not keepdims:
                G = np.expand_dims(G, axis)
            self.grad = self.grad + np.broadcast_to(G, self.data.shape)

        out._backward = _backward
        return out

    def backward(self):
        if np.prod(self.data.shape) != 1:
            raise ValueError("a single number")
        seen, todo = set(), [self]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += node._prev
        order = sorted(seen, key=lambda node: -node.made)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in order:
            node._backward()
