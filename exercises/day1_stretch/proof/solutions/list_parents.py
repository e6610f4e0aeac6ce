# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.


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
