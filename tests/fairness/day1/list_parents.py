# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.

# %% day1-value
class Value:
    def __init__(self, data, _prev=None, _op="", label=""):
        if _prev is None:
            _prev = []
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self.label = label

    def __repr__(self):
        return "Value(data=" + str(self.data) + ")"

    def __add__(self, other):
        if type(other) != Value:
            other = Value(other)
        result = Value(self.data + other.data)
        result._prev.append(self)
        result._prev.append(other)
        result._op = "+"
        return result

    def __mul__(self, other):
        if type(other) != Value:
            other = Value(other)
        result = Value(self.data * other.data)
        result._prev.append(self)
        result._prev.append(other)
        result._op = "*"
        return result

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self


# %% day1-trace
def trace(root):
    nodes = [root]
    for node in nodes:  # the list grows while the loop runs
        for parent in node._prev:
            if not any(parent is known for known in nodes):
                nodes.append(parent)
    edges = []
    for node in nodes:
        for parent in node._prev:
            edges.append([parent, node])
    return [nodes, edges]


# %% day1-predict
prediction = {}
prediction["(a*b)+c"] = {"nodes": 5, "edges": 4, "value": 2 * -3 + 10}
prediction["s*s where s=a+b"] = {"nodes": 4, "edges": 4, "value": (2 + -3) ** 2}
prediction["a*a+a"] = {"nodes": 3, "edges": 4, "value": 2 * 2 + 2}

# %% day1-draw
graph_1 = [["a", "d"], ["b", "d"], ["d", "e"], ["c", "e"], ["e", "L"], ["f", "L"]]
graph_2 = [["a", "s"], ["b", "s"], ["s", "p"], ["s", "p"], ["p", "q"], ["a", "q"]]
graph_3 = [["x", "u"], ["m", "u"], ["x", "v"], ["n", "v"], ["u", "y"], ["v", "y"]]


# %% day1-stretch
def __neg__(self):
    return Value(-1) * self


def __sub__(self, other):
    if type(other) != Value:
        other = Value(other)
    return self + other * (-1)


def __rsub__(self, other):
    return Value(other) + self * (-1)


def __truediv__(self, other):
    if type(other) == Value:
        return self * other**-1
    return self * (1 / other)


def __rtruediv__(self, other):
    return self**-1 * other


def __pow__(self, exponent):
    if type(exponent) == Value:
        raise TypeError("Value to the power of a Value: " + str(exponent))
    result = Value(self.data**exponent)
    result._prev = [self]
    result._op = "**" + str(exponent)
    return result


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
