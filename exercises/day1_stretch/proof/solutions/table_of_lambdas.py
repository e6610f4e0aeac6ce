# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators written once, as closures made by a function, from a table of lambdas; set comprehensions, no loop keeps a stack.


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
