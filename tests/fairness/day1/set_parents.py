# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.

# %% day1-value
class Value:
    def __init__(self, data, _children=(), _op="", label=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other


# %% day1-trace
def trace(root):
    nodes, edges = set(), []

    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.append((child, v))
                build(child)

    build(root)
    return nodes, edges


# %% day1-predict
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6},
}

# %% day1-draw
graph_1 = [("e", "L"), ("f", "L"), ("d", "e"), ("c", "e"), ("a", "d"), ("b", "d")]
graph_2 = [("p", "q"), ("a", "q"), ("s", "p"), ("s", "p"), ("a", "s"), ("b", "s")]
graph_3 = [("u", "y"), ("v", "y"), ("x", "v"), ("n", "v"), ("x", "u"), ("m", "u")]


# %% day1-stretch
def __neg__(self):
    return self * -1


def __sub__(self, other):
    return self + (-other)


def __rsub__(self, other):
    return other + (-self)


def __truediv__(self, other):
    return self * other**-1


def __rtruediv__(self, other):
    return other * self**-1


def __pow__(self, other):
    if not isinstance(other, (int, float)):
        raise TypeError(f"only int or float powers, not {other}")
    return Value(self.data**other, (self,), f"**{other}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
