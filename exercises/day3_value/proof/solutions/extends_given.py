# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class stays as it is, and a subclass of the same name adds what is missing; a local function for every closure.

Yesterday = Value


class Value(Yesterday):
    def _connect(self, data, op, slope):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope() * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + (-1 * other)

    def __rsub__(self, other):
        return (-1 * self) + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other._inverse()
        return self * (1.0 / other)

    def __rtruediv__(self, other):
        return other * self._inverse()

    def _inverse(self):
        return self._connect(1.0 / self.data, "1/", lambda: -1.0 / (self.data * self.data))

    def __pow__(self, exponent):
        if isinstance(exponent, Yesterday):
            raise TypeError(f"{exponent} stands where a number should")
        power = math.pow(self.data, exponent) if self.data or exponent >= 0 else 1 / self.data
        return self._connect(power, f"**{exponent}", lambda: exponent * math.pow(self.data, exponent - 1))

    def relu(self):
        return self._connect(max(self.data, 0.0), "relu", lambda: 1.0 if self.data > 0.0 else 0.0)

    def tanh(self):
        return self._connect(math.tanh(self.data), "tanh", lambda: 1.0 - math.tanh(self.data) ** 2)

    def exp(self):
        return self._connect(math.exp(self.data), "exp", lambda: math.exp(self.data))

    def log(self):
        return self._connect(math.log(self.data), "log", lambda: 1.0 / self.data)

    def sigmoid(self):
        def logistic(x):
            return 1 / (1 + math.exp(-x)) if x >= 0 else 1 - logistic(-x)

        y = logistic(self.data)
        return self._connect(y, "sigmoid", lambda: y * (1 - y))

    def backward(self):
        nodes = topological_order(self)
        for node in nodes:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        nodes.reverse()
        for node in nodes:
            node._backward()
