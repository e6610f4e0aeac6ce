# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.

# %% day1-value
import numpy as np


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.float64(data)
        self.grad = np.float64(0)
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data:.4f})"

    def __add__(self, other):
        if isinstance(other, (int, float, np.number)):
            other = Value(other)
        return Value(np.add(self.data, other.data), (self, other), "+")

    def __mul__(self, other):
        if isinstance(other, (int, float, np.number)):
            other = Value(other)
        return Value(np.multiply(self.data, other.data), (self, other), "*")

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)


# %% day1-trace
def trace(root):
    nodes, edges, stack = [], [], [root]
    while len(stack) > 0:
        node = stack.pop()
        if node not in nodes:
            nodes.append(node)
            stack.extend(node._prev)
            edges += [(parent, node) for parent in node._prev]
    return nodes, edges


# %% day1-predict
import numpy as np

a, b, c = np.float64(2), np.float64(-3), np.float64(10)
prediction = {
    "(a*b)+c": {"nodes": np.int64(5), "edges": np.int64(4), "value": a * b + c},
    "s*s where s=a+b": {"nodes": np.int64(4), "edges": np.int64(4), "value": (a + b) ** 2},
    "a*a+a": {"nodes": np.int64(3), "edges": np.int64(4), "value": a * a + a},
}


# %% day1-stretch
def __neg__(self):
    return self * -1


def __sub__(self, other):
    return self + -1 * other


def __rsub__(self, other):
    return -self + other


def __truediv__(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    if other.data == 0:
        raise ZeroDivisionError(f"{self} divided by zero")
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return Value(other).__truediv__(self)


def __pow__(self, exponent):
    if isinstance(exponent, Value):
        raise TypeError(f"{exponent}")
    return Value(np.power(self.data, float(exponent)), (self,), f"**{exponent}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
