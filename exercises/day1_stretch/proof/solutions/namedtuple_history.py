# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.


def __neg__(self):
    return 0 - self


def __sub__(self, other):
    if not isinstance(other, Value):
        return self - Value(other)
    return Value(self.data - other.data, (self, other), "-")


def __rsub__(self, other):
    return Value(other) - self


def __truediv__(self, other):
    if not isinstance(other, Value):
        return self / Value(other)
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return Value(other) / self


def __pow__(self, exponent):
    if isinstance(exponent, Value):
        raise TypeError(f"{exponent!r} can't be an exponent")
    return Value(pow(self.data, exponent), (self,), f"**{exponent!r}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
