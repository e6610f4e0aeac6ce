# SPDX-License-Identifier: MIT
# ruff: noqa
# A tape on the class: each operation writes down what to do on the way back, and `backward` reads the tape from its end.


class Value:
    tape = []

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._op = ""
        self.label = ""

    def __repr__(self):
        return f"Value({self.data})"

    @classmethod
    def record(cls, data, sign, parents, pullback):
        out = cls(data)
        out._prev, out._op = list(parents), sign
        cls.tape.append((out, pullback))
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.record(self.data + other.data, "+", [self, other], lambda g: (g, g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return self.record(x * y, "*", [self, other], lambda g: (g * y, g * x))

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("the exponent has to be a number")
        x = self.data
        if x < 0 and not float(n).is_integer():
            raise ValueError(f"{x} ** {n} is not real")
        return self.record(x**n, "**" + str(float(n)), [self], lambda g: (n * x ** (n - 1) * g if n else 0.0,))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self.record(-self.data, "-", [self], lambda g: (-g,))

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def relu(self):
        x = self.data
        return self.record(x if x > 0 else 0.0, "relu", [self], lambda g: (g if x > 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return self.record(t, "tanh", [self], lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self.record(e, "exp", [self], lambda g: (g * e,))

    def log(self):
        x = self.data
        return self.record(math.log(x), "log", [self], lambda g: (g / x,))

    def sigmoid(self):
        x = self.data
        s = 1 / (1 + math.exp(-x)) if x >= 0 else 1 - 1 / (1 + math.exp(x))
        return self.record(s, "sigmoid", [self], lambda g: (g * s * (1 - s),))

    def backward(self):
        for out, _ in Value.tape:
            out.grad = 0.0
        self.grad += 1.0
        for out, pullback in reversed(Value.tape):
            for parent, share in zip(out._prev, pullback(out.grad)):
                parent.grad += share
