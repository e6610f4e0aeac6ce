# SPDX-License-Identifier: MIT
# ruff: noqa
# A class for each operation, whose _backward is a method.

paper = {"dL/dX": [-1.0, -2.0], "rule X": "B", "G": [[1.0, 2.0], [1.0, 2.0], [-1.0, -2.0]]}


class Tensor(Functions):
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype="float64")
        self.grad = 0 * self.data
        self._prev = list(_prev)
        self._op = _op
        self.label = label

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def __matmul__(self, other):
        return MatrixProduct(self, other)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def backward(self):
        if self.data.size != 1:
            raise ValueError("one number, please")
        order = topological_order(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        while order:
            order.pop()._backward()


class Binary(Tensor):
    def __init__(self, left, right):
        # Functions make their results by type(self)(data, parents, op).
        if isinstance(right, tuple):
            raise TypeError
        right = right if isinstance(right, Tensor) else Tensor(right)
        Tensor.__init__(self, self.compute(left.data, right.data), (left, right), type(self).__name__)

    def __new__(cls, *arguments, **keywords):
        # tanh and the like ask for type(self)(data, parents, name): that is a plain Tensor.
        if len(arguments) == 3:
            return Tensor(*arguments)
        return object.__new__(cls)

    def _backward(self):
        left, right = self._prev
        to_left, to_right = self.shares(self.grad, left.data, right.data)
        left.grad += unbroadcast(to_left, left.data.shape)
        right.grad += unbroadcast(to_right, right.data.shape)


class Sum(Binary):
    def compute(self, a, b):
        return a + b

    def shares(self, G, a, b):
        return G, G


class Product(Binary):
    def compute(self, a, b):
        return a * b

    def shares(self, G, a, b):
        return G * b, G * a


class MatrixProduct(Binary):
    def compute(self, a, b):
        return np.matmul(a, b)

    def shares(self, G, a, b):
        return np.matmul(G, np.transpose(b)), np.matmul(np.transpose(a), G)


class Total(Tensor):
    def __new__(cls, *arguments, **keywords):
        return Tensor(*arguments) if len(arguments) == 3 and isinstance(arguments[2], str) else object.__new__(cls)

    def __init__(self, of, axis, keepdims):
        self.axes = tuple(range(of.data.ndim)) if axis is None else axis
        self.kept = keepdims
        Tensor.__init__(self, np.sum(of.data, axis=axis, keepdims=keepdims), (of,), "sum")

    def _backward(self):
        G = np.asarray(self.grad)
        G = G if self.kept else np.expand_dims(G, self.axes)
        self._prev[0].grad += np.broadcast_to(G, self._prev[0].data.shape)
