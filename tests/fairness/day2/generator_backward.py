# SPDX-License-Identifier: MIT
# ruff: noqa
# Each operation has a generator that yields (parent, share); dictionaries by identity; extra methods; minus as its own node.

# %% day2-nudge
def numerical_derivative(f, inputs, index, h=1e-5):
    at = dict(enumerate(inputs))
    up = f([at[k] if k != index else at[k] + h for k in at])
    down = f([at[k] if k != index else at[k] - h for k in at])
    return (up - down) / 2 / h


# %% day2-value
class Value:
    def __init__(self, data, _prev=(), _op="", label="", shares=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._shares = shares or (lambda upstream: iter(()))

    def _backward(self):
        for parent, share in self._shares(self.grad):
            parent.grad = parent.grad + share

    def zero_grad(self):
        self.grad = 0.0

    def item(self):
        return self.data

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream
            yield other, upstream

        return Value(self.data + other.data, (self, other), "+", shares=shares)

    def __sub__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream
            yield other, -upstream

        return Value(self.data - other.data, (self, other), "-", shares=shares)

    def __mul__(self, other):
        other = Value._lift(other)

        def shares(upstream):
            yield self, upstream * other.data
            yield other, upstream * self.data

        return Value(self.data * other.data, (self, other), "*", shares=shares)

    def __radd__(self, other):
        return Value._lift(other) + self

    def __rmul__(self, other):
        return Value._lift(other) * self

    @staticmethod
    def _lift(thing):
        return thing if type(thing) is Value else Value(thing)


# %% day2-complex
on_paper = {}
on_paper["L"] = -4.0
on_paper["a"] = 7.0
on_paper["b"] = 2.0
on_paper["c"] = -1.0


def from_engine(a, b, c):
    f = b + a
    d = b * a
    e = c + d
    L = f * e
    order = {"L": L, "f": f, "e": e, "d": d}
    L.grad = 1.0
    for name in "Lfed":
        order[name]._backward()
    return a.grad, b.grad, c.grad


def from_torch(a, b, c):
    import torch

    torch.set_default_dtype(torch.float64)
    try:
        a, b, c = (torch.tensor([x], requires_grad=True) for x in (a, b, c))
        L = (a * b + c) * (a + b)
        L.sum().backward()
        return a.grad.item(), b.grad.item(), c.grad.item()
    finally:
        torch.set_default_dtype(torch.float32)
