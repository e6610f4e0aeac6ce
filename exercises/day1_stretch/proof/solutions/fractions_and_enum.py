# SPDX-License-Identifier: MIT
# ruff: noqa
# Rules are plain functions, made by another function, and put into the class one by one.


def rule(sign, compute):
    def apply(x, y):
        x, y = (one if isinstance(one, Value) else Value(one) for one in (x, y))
        return Value(compute(x.data, y.data), (x, y), sign)

    return apply


minus = rule("-", lambda p, q: p - q)
over = rule("/", lambda p, q: p / q)


def opposite(x):
    return Value(-x.data, [x], "neg")


def power(x, n):
    if isinstance(n, Value):
        raise TypeError("a plain number, please")
    return Value(x.data**n, [x], "**" + str(n))


Value.__neg__ = opposite
Value.__sub__ = minus
Value.__rsub__ = lambda x, other: minus(other, x)
Value.__truediv__ = over
Value.__rtruediv__ = lambda x, other: over(other, x)
Value.__pow__ = power
