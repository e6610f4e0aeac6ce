# SPDX-License-Identifier: MIT
# ruff: noqa
# PyTorch's way: a class for each operation with forward and backward, and a context that saves what backward needs.

paper = {"dL/dX": np.array([-1.0, -2.0]), "rule X": "B", "G": np.array([[2, 3], [2, 3], [-2, -3]])}


class Context:
    def save_for_backward(self, *arrays):
        self.saved = arrays


class Operation:
    @classmethod
    def apply(cls, *tensors, **options):
        tensors = [tensor if isinstance(tensor, Tensor) else Tensor(tensor) for tensor in tensors]
        ctx = Context()
        out = Tensor(cls.forward(ctx, *[tensor.data for tensor in tensors], **options), tensors, cls.__name__)

        def _backward():
            for tensor, share in zip(tensors, cls.backward(ctx, out.grad)):
                tensor.grad = tensor.grad + unbroadcast(np.asarray(share), tensor.data.shape)

        out._backward = _backward
        return out


class Add(Operation):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, G):
        return G, G


class Mul(Operation):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, G):
        a, b = ctx.saved
        return G * b, a * G


class MatMul(Operation):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, G):
        a, b = ctx.saved
        return G @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ G


class Sum(Operation):
    @staticmethod
    def forward(ctx, a, axis=None, keepdims=False):
        ctx.save_for_backward(a)
        ctx.axis, ctx.keepdims = axis, keepdims
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, G):
        (a,) = ctx.saved
        if ctx.axis is not None and not ctx.keepdims:
            G = np.expand_dims(G, ctx.axis)
        return (G + np.zeros(a.shape),)


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.asarray(data, dtype=np.float64).copy()
        self.grad = np.zeros(self.data.shape)
        self._prev, self._op, self.label = tuple(_prev), _op, label
        self._backward = lambda: None

    def __add__(self, other):
        return Add.apply(self, other)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def backward(self):
        if self.data.shape not in ((), (1,), (1, 1)):
            raise ValueError("backward() without an upstream gradient needs a single number")
        order = topological_order(self)
        for node in order:
            if len(node._prev) > 0:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + 1
        for node in order[::-1]:
            node._backward()
