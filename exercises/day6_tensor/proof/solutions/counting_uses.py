# SPDX-License-Identifier: MIT
# ruff: noqa
# No topological order: a node is ready once as many children have sent their share as use it.

from collections import Counter

paper = {"dL/dX": [-1.0, -2.0], "rule X": "B", "G": [[1.0, 2.0], [1.0, 2.0], [-1.0, -2.0]]}


def lift(thing):
    return thing if hasattr(thing, "_backward") else Tensor(thing)


class Tensor(Functions):
    __slots__ = ("data", "grad", "_prev", "_op", "label", "_backward")

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype="d")
        self.grad = np.full(self.data.shape, 0.0)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = self.nothing

    @staticmethod
    def nothing():
        return None

    def __add__(self, other):
        other = lift(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def send():
            for parent in out._prev:
                parent.grad = unbroadcast(out.grad, parent.data.shape) + parent.grad

        out._backward = send
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def send(G=None):
            for parent, factor in ((self, other.data), (other, self.data)):
                parent.grad = unbroadcast(factor * out.grad, parent.data.shape) + parent.grad

        out._backward = send
        return out

    def __matmul__(self, other):
        other = lift(other)
        out = Tensor(np.dot(self.data, other.data), (self, other), "@")

        def send():
            self.grad = self.grad + np.tensordot(out.grad, other.data, axes=(1, 1))
            other.grad = other.grad + np.tensordot(self.data, out.grad, axes=(0, 0))

        out._backward = send
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def send():
            gone = axis is not None and not keepdims
            self.grad = self.grad + (np.expand_dims(out.grad, axis) if gone else out.grad) * np.ones_like(self.data)

        out._backward = send
        return out

    def backward(self):
        if self.data.size != 1:
            raise ValueError("only a single number has one slope")
        uses, found, waiting = Counter(), {id(self)}, [self]
        while waiting:
            node = waiting.pop()
            if node._prev:
                node.grad = np.zeros_like(node.data)
            for parent in node._prev:
                uses[id(parent)] += 1
                if id(parent) not in found:
                    found.add(id(parent))
                    waiting.append(parent)
        self.grad = self.grad + np.ones_like(self.data)
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for parent in node._prev:
                uses[id(parent)] -= 1
                if uses[id(parent)] == 0:
                    ready.append(parent)
