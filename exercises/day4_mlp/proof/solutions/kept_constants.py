# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

ONE = Value(1.0, label="one")
ZERO = Value(0.0, label="zero")


def activate(value, activation):
    if callable(activation):
        return activation(value)
    return value if activation == "linear" else getattr(Value, activation)(value)


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.nin, self.activation = nin, activation
        self.weights_and_bias = tuple(Value(random.uniform(-1, 1)) for _ in range(nin)) + (Value(0.0),)

    def __call__(self, x):
        x = [number if isinstance(number, Value) else Value(number) for number in x]
        if len(x) != self.nin:
            raise ValueError("expected " + str(self.nin) + " numbers and got " + str(len(x)))
        z = ZERO
        for weight, number in zip(self.weights_and_bias, x + [ONE]):
            z = z + weight * number
        return activate(z, self.activation)

    def parameters(self):
        return self.weights_and_bias


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.neurons = [Neuron(nin, activation) for _ in range(nout)]

    def __call__(self, x):
        return list(map(lambda neuron: neuron(x), self.neurons))

    def parameters(self):
        return sum((neuron.parameters() for neuron in self.neurons), ())


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        sizes = (nin, *nouts)
        names = [activation] * len(nouts)
        names[-1] = output_activation
        self.layers = [Layer(*shape) for shape in zip(sizes, sizes[1:], names)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x.pop() if len(x) == 1 else x

    def parameters(self):
        return sum((layer.parameters() for layer in self.layers), ())
