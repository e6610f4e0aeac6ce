# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

FUNCTIONS = {"tanh": Value.tanh, "relu": Value.relu, "sigmoid": Value.sigmoid, "linear": lambda value: value}


def activate(value, activation):
    return FUNCTIONS[activation](value)


def dot(weights, x, bias):
    if len(weights) != len(x):
        raise ValueError(f"{len(x)} inputs for {len(weights)} weights")
    total = 0.0
    for k in range(len(x)):
        total += weights[k] * x[k]
    return total + bias


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.biases = [Value(0.0) for _ in range(nout)]
        columns = [[Value(random.uniform(-1, 1)) for _ in range(nout)] for _ in range(nin)]
        self.table = [[columns[i][j] for i in range(nin)] for j in range(nout)]
        self.activation = activation

    def __call__(self, x):
        return [activate(dot(row, x, bias), self.activation) for row, bias in zip(self.table, self.biases)]

    def parameters(self):
        return self.biases + sum(self.table, [])


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.layer = Layer(nin, 1, activation)

    def __call__(self, x):
        (output,) = self.layer(x)
        return output

    def parameters(self):
        return self.layer.parameters()


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        self.layers = []
        for place, nout in enumerate(nouts, start=1):
            self.layers.append(Layer(nin, nout, output_activation if place == len(nouts) else activation))
            nin = nout

    def __call__(self, x):
        outputs = list(x)
        for layer in self.layers:
            outputs = layer(outputs)
        if len(outputs) > 1:
            return outputs
        return outputs[0]

    def parameters(self):
        everything = []
        for layer in self.layers:
            everything.extend(layer.parameters())
        return everything
