# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass; the steps back are kept as pairs, and the sort is the class's own.

from dataclasses import dataclass, field

paper = dict(
    zip(("dL/dX", "G", "rule X"), ([[-1.0, -2.0]], np.array([[2.0], [2.0], [-2.0]]) @ np.array([[1.0, -1.0]]), "B"))
)


@dataclass(eq=False)
class Tensor(Functions):
    data: object
    _prev: tuple = ()
    _op: str = ""
    label: str = ""
    grad: object = field(init=False)

    def __post_init__(self):
        self.data = np.array(self.data, dtype=float)
        self.grad = np.full_like(self.data, 0.0)
        self._backward = self._nothing

    __repr__ = Functions.__repr__

    def _nothing(self):
        """A leaf sends nothing on."""

    @classmethod
    def of(cls, other):
        return other if isinstance(other, cls) else cls(other)

    def __add__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def _backward():
            for parent in out._prev:
                parent.grad = parent.grad + unbroadcast(out.grad, np.shape(parent.data))

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def _backward():
            for parent, factor in ((self, other.data), (other, self.data)):
                parent.grad = parent.grad + unbroadcast(factor * out.grad, np.shape(parent.data))

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data @ other.data, (self, other), "@")

        def _backward():
            self.grad = self.grad + (other.data @ out.grad.T).T
            other.grad = other.grad + (out.grad.T @ self.data).T

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(np.add.reduce(self.data, axis=axis, keepdims=keepdims), (self,), "sum")

        def _backward():
            G = np.array(out.grad, dtype=float)
            if axis is not None and not keepdims:
                places = [slice(None)] * self.data.ndim
                places[axis] = None
                G = G[tuple(places)]
            self.grad = self.grad + G * np.ones_like(self.data)

        out._backward = _backward
        return out

    def backward(self):
        if self.data.shape and max(self.data.shape) > 1:
            raise ValueError("more than one number")
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
        for node in order[::-1]:
            node._backward()
