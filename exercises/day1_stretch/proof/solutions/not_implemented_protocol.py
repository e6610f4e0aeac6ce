# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators that return NotImplemented for what they don't know, equality by number with hash by identity, `functools`.


@converts
def __sub__(self, other):
    return self + other * Value(-1.0)


@converts
def __rsub__(self, other):
    return other + self * Value(-1.0)


@converts
def __truediv__(self, other):
    return self * other**-1


@converts
def __rtruediv__(self, other):
    return other * self**-1


def __neg__(self):
    return Value(0.0) - self


def __pow__(self, exponent):
    if isinstance(exponent, numbers.Real):
        return Value(self.data**exponent, (self,), f"**{exponent}")
    raise TypeError(f"The exponent {exponent} is not a number.")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
