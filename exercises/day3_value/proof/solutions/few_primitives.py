# SPDX-License-Identifier: MIT
# ruff: noqa
# Few rules: sum, product, `exp`, `log`, `relu` and power; all else is made of these. `backward` is set on every node.


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0, set(_prev), _op
        self._backward = lambda: None
        self.backward = lambda: go_back(self)

    def __repr__(self):
        return f"<{self.data}>"

    def __add__(self, other):
        other = node_of(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = node_of(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("no Value as the exponent")
        if self.data < 0 and n % 1 != 0:
            raise ValueError(f"{self.data}**{n}")
        out = Value(self.data**n, [self], f"**{n:g}")

        def _backward():
            self.grad += out.grad * (n * self.data ** (n - 1) if n != 0 else 0)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), [self], "ln")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def relu(self):
        return self * (1.0 if self.data > 0 else 0.0)

    def sigmoid(self):
        if self.data >= 0:
            return 1 / (1 + (-self).exp())
        e = self.exp()
        return e / (1 + e)

    def tanh(self):
        return 2 * (2 * self).sigmoid() - 1

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * node_of(other)

    def __rsub__(self, other):
        return other + -1 * self

    def __truediv__(self, other):
        return self * node_of(other) ** -1

    def __rtruediv__(self, other):
        return other * self**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


def node_of(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def go_back(root):
    order = topological_order(root)
    for node in order:
        if node._prev:
            node.grad = 0
    root.grad += 1
    for node in order[::-1]:
        node._backward()
