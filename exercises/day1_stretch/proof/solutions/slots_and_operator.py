# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, the operator module, one helper for every operator; the trace with a deque.

Value.__neg__ = lambda self: Value.apply(operator.neg, "neg", self)
Value.__sub__ = lambda self, other: Value.apply(operator.sub, "-", self, other)
Value.__rsub__ = lambda self, other: Value.apply(operator.sub, "-", other, self)
Value.__truediv__ = lambda self, other: Value.apply(operator.truediv, "/", self, other)
Value.__rtruediv__ = lambda self, other: Value.apply(operator.truediv, "/", other, self)


def power(self, exponent):
    if hasattr(exponent, "data"):
        raise TypeError(f"no power with exponent {exponent}")
    return Value(operator.pow(self.data, exponent), (self,), f"**{exponent}")


Value.__pow__ = power
