# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.


def __neg__(self):
    return self * -1


def __sub__(self, other):
    return self + -1 * other


def __rsub__(self, other):
    return -self + other


def __truediv__(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    if other.data == 0:
        raise ZeroDivisionError(f"{self} divided by zero")
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return Value(other).__truediv__(self)


def __pow__(self, exponent):
    if isinstance(exponent, Value):
        raise TypeError(f"{exponent}")
    return Value(np.power(self.data, float(exponent)), (self,), f"**{exponent}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
