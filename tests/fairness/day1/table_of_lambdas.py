# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators written once, as closures made by a function, from a table of lambdas; set comprehensions, no loop keeps a stack.

# %% day1-value
def _operator(sign, compute):
    def method(self, other):
        other = other if hasattr(other, "_prev") else Value(other)  # duck typing
        return Value(compute(self.data, other.data), [self, other], sign)

    return method


class Value:
    def __init__(self, data, _prev=[], _op="", label="", grad=0.0):
        self.__dict__.update(data=float(data), grad=grad, _prev=_prev, _op=_op, label=label)

    def __repr__(self):
        return "<Value {}>".format(self.data)

    __add__ = __radd__ = _operator("+", lambda x, y: x + y)
    __mul__ = __rmul__ = _operator("*", lambda x, y: x * y)


# %% day1-trace
def trace(root):
    nodes, fresh = set(), {root}
    while fresh:
        nodes |= fresh
        fresh = {parent for node in fresh for parent in node._prev} - nodes
    return sorted(nodes, key=id), [(parent, node) for node in nodes for parent in node._prev]


# %% day1-predict
prediction = {
    expression: dict(zip(("nodes", "edges", "value"), numbers))
    for expression, numbers in {
        "(a*b)+c": (5, 4, 4.0),
        "s*s where s=a+b": (4, 4, 1.0),
        "a*a+a": (3, 4, 6.0),
    }.items()
}


# %% day1-stretch
def _power(self, exponent):
    if isinstance(exponent, Value):
        raise TypeError("the exponent is a Value: %s" % exponent)
    return Value(self.data**exponent, [self], "**{}".format(exponent))


for _name, _method in {
    "__neg__": lambda self: Value(-self.data, [self], "neg"),
    "__sub__": _operator("-", lambda x, y: x - y),
    "__rsub__": lambda self, other: Value(other) - self,
    "__truediv__": _operator("/", lambda x, y: x / y),
    "__rtruediv__": lambda self, other: Value(other) / self,
    "__pow__": _power,
}.items():
    setattr(Value, _name, _method)
