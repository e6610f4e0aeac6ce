# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.

# %% day2-nudge
def numerical_derivative(f, inputs, index, h=1e-5):
    left, right = inputs[:index], inputs[index + 1 :]
    rise = f(left + [inputs[index] + h] + right) - f(left + [inputs[index] - h] + right)
    return rise / (2.0 * h)


# %% day2-value
class Value:
    __slots__ = ["data", "grad", "_prev", "_op", "label", "_backward"]

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op, self.label = list(_prev), _op, label
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data=%s, grad=%s)" % (self.data, self.grad)

    def receive(self, amount):
        self.grad = self.grad + amount

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, [self, other], "+")
        out._backward = lambda: [parent.receive(out.grad) for parent in out._prev]
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, [self, other], "*")
        out._backward = lambda: (self.receive(other.data * out.grad), other.receive(self.data * out.grad))
        return out

    __radd__ = __add__
    __rmul__ = __mul__


# %% day2-order
def run_backward(a, b, c, d, L):
    setattr(L, "grad", 1.0)
    [node._backward() for node in (L, d)]


# %% day2-accumulate
accumulated = dict([("a + a", 1 + 1), ("a * a", 2 * 3), ("b = a + a; b + b", 2 * 2)])

# %% day2-chain
x, w1, w2, b = 2, 3, -1, 0.5
z3 = w1 * x + b
z4 = w2 * z3
chain = {"L": z4**2, "dL/dw2": 2 * z4 * z3, "dL/dw1": 2 * z4 * w2 * x, "dL/db": 2 * z4 * w2}
