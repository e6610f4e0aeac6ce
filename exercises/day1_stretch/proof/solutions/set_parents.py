# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.


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
