# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.


class Value:
    _op = ""

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self.label = label
        if _op:
            self._op = _op

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        pass

    def backward(self):
        order = topological_order(self)
        for node in order:
            node.grad = node.grad if isinstance(node, Value) and not node._prev else 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()

    def __add__(self, other):
        return Plus(self, other)

    def __radd__(self, other):
        return Plus(other, self)

    def __sub__(self, other):
        return Minus(self, other)

    def __rsub__(self, other):
        return Minus(other, self)

    def __mul__(self, other):
        return Times(self, other)

    def __rmul__(self, other):
        return Times(other, self)

    def __truediv__(self, other):
        return Over(self, other)

    def __rtruediv__(self, other):
        return Over(other, self)

    def __neg__(self):
        return Minus(0.0, self)

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
    def __init__(self, *inputs):
        nodes = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        super().__init__(self.forward(*(node.data for node in nodes)), nodes)

    def _backward(self):
        slopes = self.slopes(*(node.data for node in self._prev))
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad


class Plus(Operation):
    _op = "+"
    forward = staticmethod(lambda x, y: x + y)
    slopes = staticmethod(lambda x, y: (1.0, 1.0))


class Minus(Operation):
    _op = "-"
    forward = staticmethod(lambda x, y: x - y)
    slopes = staticmethod(lambda x, y: (1.0, -1.0))


class Times(Operation):
    _op = "*"
    forward = staticmethod(lambda x, y: x * y)
    slopes = staticmethod(lambda x, y: (y, x))


class Over(Operation):
    _op = "/"
    forward = staticmethod(lambda x, y: x / y)
    slopes = staticmethod(lambda x, y: (1 / y, -x / y**2))


class Power(Operation):
    def __init__(self, base, exponent):
        if isinstance(exponent, Value):
            raise TypeError(f"{exponent} as an exponent")
        self.exponent = exponent
        self._op = f"**{exponent}"
        super().__init__(base)

    def forward(self, x):
        if x < 0 and self.exponent != int(self.exponent):
            raise ValueError(f"{x} has no real power {self.exponent}")
        return x**self.exponent

    def slopes(self, x):
        return (self.exponent * x ** (self.exponent - 1) if self.exponent else 0.0,)


class Relu(Operation):
    _op = "relu"

    def forward(self, x):
        return x if x > 0 else 0.0

    def slopes(self, x):
        return (float(x > 0),)


class Tanh(Operation):
    _op = "tanh"

    def forward(self, x):
        return math.tanh(x)

    def slopes(self, x):
        return (1 - self.data**2,)


class Exp(Operation):
    _op = "exp"

    def forward(self, x):
        return math.exp(x)

    def slopes(self, x):
        return (self.data,)


class Log(Operation):
    _op = "log"

    def forward(self, x):
        return math.log(x)

    def slopes(self, x):
        return (1 / x,)


class Sigmoid(Operation):
    _op = "sigmoid"

    def forward(self, x):
        if x < 0:
            return 1 - self.forward(-x)
        return 1 / (1 + math.exp(-x))

    def slopes(self, x):
        return (self.data * (1 - self.data),)
