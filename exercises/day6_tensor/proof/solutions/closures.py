# SPDX-License-Identifier: MIT
# ruff: noqa
# New gradients by addition, and no += at all.

paper = {
    "dL/dX": np.array([1.0, -1.0]) @ np.array([[1.0, 2.0], [3.0, 5.0]]).T,
    "rule X": "b",
    "G": np.outer([1, 1, -1], [0.3, -7]),
}


def as_tensor(thing):
    return thing if isinstance(thing, Tensor) else Tensor(thing)


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev, self._op, self.label = _prev, _op, label
        self._backward = lambda: None

    def __add__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad = self.grad + unbroadcast(out.grad, self.data.shape)
            other.grad = other.grad + unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = self.grad + unbroadcast(out.grad * other.data, self.data.shape)
            other.grad = other.grad + unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data @ other.data, (self, other), "@")

        def _backward():
            self.grad = self.grad + out.grad @ other.data.T
            other.grad = other.grad + self.data.T @ out.grad

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def _backward():
            kept = self.data.sum(axis=axis, keepdims=True).shape
            self.grad = self.grad + out.grad.reshape(kept) if isinstance(out.grad, np.ndarray) else self.grad + out.grad

        out._backward = _backward
        return out

    def backward(self):
        if self.data.size > 1:
            raise ValueError(f"{self.data.size} numbers")
        order = topological_order(self)
        for node in order:
            if len(node._prev) > 0:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in order[::-1]:
            node._backward()
