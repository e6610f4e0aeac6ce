# SPDX-License-Identifier: MIT
# ruff: noqa
# Nodes are numbered as they are made, and `backward` takes the reachable ones from the newest to the oldest.


class Value:
    _numbers = count()

    def __init__(self, data, _prev=(), _op="", label="", pull=None):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op, self.label = tuple(_prev), _op, label
        self.pull = pull
        self.number = next(Value._numbers)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, number={self.number})"

    def _backward(self):
        if self.pull is not None:
            for parent, share in zip(self._prev, self.pull(self.grad)):
                parent.grad += share

    def backward(self):
        heap, queued = [(-self.number, self)], {self.number}
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        while heap:
            _, node = heapq.heappop(heap)
            for parent in node._prev:
                if parent.number not in queued:
                    queued.add(parent.number)
                    if parent._prev:
                        parent.grad = 0.0
                    heapq.heappush(heap, (-parent.number, parent))
            node._backward()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+", pull=lambda g: (g, g))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), "-", pull=lambda g: (g, -g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*", pull=lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        y = self.data / other.data
        return Value(y, (self, other), "/", pull=lambda g: (g / other.data, -g * y / other.data))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", pull=lambda g: (-g,))

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError(f"{k!r}")
        if self.data < 0 and int(k) != k:
            raise ValueError(f"{self!r} to the power {k}")
        return Value(self.data**k, (self,), f"**{k}", pull=lambda g: (g * k * self.data ** (k - 1),))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, (self,), "relu", pull=lambda g: (g if positive else 0.0,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), "tanh", pull=lambda g: (g - g * y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), "exp", pull=lambda g: (g * y,))

    def log(self):
        return Value(math.log(self.data), (self,), "log", pull=lambda g: (g / self.data,))

    def sigmoid(self):
        if self.data > 0:
            y = 1 / (1 + math.exp(-self.data))
        else:
            y = math.exp(self.data) / (1 + math.exp(self.data))
        return Value(y, (self,), "sigmoid", pull=lambda g: (g * y * (1 - y),))
