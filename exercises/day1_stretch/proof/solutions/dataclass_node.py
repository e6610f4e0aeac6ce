# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity, with its own repr made by dataclasses; extra methods and properties.


def __neg__(self):
    return Value(-self.data, (self,), "neg")


def __sub__(self, other):
    other = _as_value(other)
    return Value(self.data - other.data, (self, other), "-")


def __rsub__(self, other):
    return _as_value(other) - self


def __truediv__(self, other):
    other = _as_value(other)
    return Value(self.data / other.data, (self, other), "/")


def __rtruediv__(self, other):
    return _as_value(other) / self


def __pow__(self, exponent):
    try:
        number = float(exponent.data if isinstance(exponent, Value) else exponent)
    finally:
        if isinstance(exponent, Value):
            raise TypeError(f"exponent {exponent} must not be a Value")
    return Value(self.data**number, (self,), f"**{exponent}")


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)
