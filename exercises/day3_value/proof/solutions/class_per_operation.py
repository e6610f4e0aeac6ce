# SPDX-License-Identifier: MIT
# ruff: noqa
# A class for each operation, whose constructor takes the operands; the gradient goes back through `slopes()` of the class.


class Value:
    _op = ""

    def __init__(self, data):
        self.data, self.grad, self._prev, self.label = float(data), 0.0, (), ""

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    def slopes(self):
        return ()

    def backward(self):
        order = topological_order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for parent, slope in zip(node._prev, node.slopes()):
                parent.grad += slope * node.grad

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __sub__(self, other):
        return Subtract(self, other)

    def __rsub__(self, other):
        return Subtract(other, self)

    def __mul__(self, other):
        return Multiply(self, other)

    def __rmul__(self, other):
        return Multiply(other, self)

    def __truediv__(self, other):
        return Divide(self, other)

    def __rtruediv__(self, other):
        return Divide(other, self)

    def __neg__(self):
        return Subtract(0.0, self)

    def __pow__(self, exponent):
        return Power(self, exponent)

    def relu(self):
        return Relu(self)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def sigmoid(self):
        return Sigmoid(self)


class Operation(Value):
    def __init__(self, *operands):
        operands = [x if isinstance(x, Value) else Value(x) for x in operands]
        super().__init__(self.compute(*(x.data for x in operands)))
        self._prev = tuple(operands)

    def slopes(self):
        return self.slopes_at(*(parent.data for parent in self._prev))


class Add(Operation):
    _op = "+"
    compute = staticmethod(lambda x, y: x + y)
    slopes_at = staticmethod(lambda x, y: (1.0, 1.0))


class Subtract(Operation):
    _op = "-"
    compute = staticmethod(lambda x, y: x - y)
    slopes_at = staticmethod(lambda x, y: (1.0, -1.0))


class Multiply(Operation):
    _op = "*"
    compute = staticmethod(lambda x, y: x * y)
    slopes_at = staticmethod(lambda x, y: (y, x))


class Divide(Operation):
    _op = "/"
    compute = staticmethod(lambda x, y: x / y)
    slopes_at = staticmethod(lambda x, y: (1 / y, -x / y**2))


class Power(Operation):
    _op = "^"

    def __init__(self, base, exponent):
        if isinstance(exponent, Value):
            raise TypeError(f"the exponent {exponent} is a Value")
        self.exponent = exponent
        super().__init__(base)

    def compute(self, x):
        if x < 0 and self.exponent % 1:
            raise ValueError(f"{x} to the power {self.exponent}")
        return x**self.exponent

    def slopes_at(self, x):
        return (self.exponent * x ** (self.exponent - 1) if self.exponent else 0.0,)


class Relu(Operation):
    _op = "relu"
    compute = staticmethod(lambda x: max(0.0, x))
    slopes_at = staticmethod(lambda x: (float(x > 0),))


class Tanh(Operation):
    _op = "tanh"
    compute = staticmethod(math.tanh)
    slopes_at = staticmethod(lambda x: (1 - math.tanh(x) ** 2,))


class Exp(Operation):
    _op = "exp"
    compute = staticmethod(math.exp)
    slopes_at = staticmethod(lambda x: (math.exp(x),))


class Log(Operation):
    _op = "log"
    compute = staticmethod(math.log)
    slopes_at = staticmethod(lambda x: (1 / x,))


class Sigmoid(Operation):
    _op = "sigmoid"
    compute = staticmethod(lambda x: 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x)))

    def slopes_at(self, x):
        return (self.data * (1 - self.data),)
