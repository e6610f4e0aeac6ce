# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents, and `_backward` is one method for all.

# %% day2-nudge
def numerical_derivative(f, inputs, index, h=1e-5):
    def moved(by):
        return [x + by if place == index else x for place, x in enumerate(inputs)]

    return (f(moved(h)) - f(moved(-h))) / (h + h)


# %% day2-value
class Value:
    def __init__(self, data, _prev=(), _op="", label="", partials=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self.partials = tuple(partials)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for parent, partial in zip(self._prev, self.partials):
            parent.grad += partial * self.grad

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+", partials=(1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*", partials=(other.data, self.data))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


# %% day2-order
def run_backward(a, b, c, d, L):
    L.grad = L.grad + 1.0
    L._backward(), d._backward()


# %% day2-complex
a, b, c = 2.0, -3.0, 10.0
on_paper = dict(L=(a * b + c) * (a + b), a=b * (a + b) + a * b + c, b=a * (a + b) + a * b + c, c=a + b)


def from_engine(a, b, c):
    d = a * b
    e = c + d
    f = b + a
    L = f * e
    L.grad = 1.0
    for node in [L, f, e, d]:
        node._backward()
    return tuple(leaf.grad for leaf in (a, b, c))


def from_torch(a, b, c):
    import torch

    x = torch.tensor([a, b, c], dtype=torch.float64, requires_grad=True)
    ((x[0] * x[1] + x[2]) * (x[0] + x[1])).backward()
    return x.grad.tolist()
