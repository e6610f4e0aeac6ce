# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

# %% day4-mlp
import functools
import operator

import numpy as np


def activate(value, activation):
    match = {"tanh": lambda: value.tanh(), "relu": lambda: value.relu(), "sigmoid": lambda: value.sigmoid()}
    return match.get(activation, lambda: value)()


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.bias, self.activation = Value(0.0), activation
        self.weights = tuple(Value(w) for w in np.random.uniform(-1, 1, nin))

    def __call__(self, x):
        expected, given = len(self.weights), len(x)
        if expected != given:
            raise ValueError(f"{given} numbers given where {expected} are expected")
        products = map(operator.mul, self.weights, x)
        return activate(functools.reduce(operator.add, products) + self.bias, self.activation)

    def parameters(self):
        yield self.bias
        yield from self.weights


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.neurons = tuple(Neuron(nin, activation) for _ in range(nout))

    def __call__(self, x):
        return tuple(neuron(x) for neuron in self.neurons)

    def parameters(self):
        for neuron in self.neurons:
            yield from neuron.parameters()


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        *hidden, last = nouts
        sizes = [nin, *hidden]
        self.layers = [Layer(a, b, activation) for a, b in zip(sizes, hidden)]
        self.layers.append(Layer(sizes[-1], last, output_activation))

    def __call__(self, x):
        out = functools.reduce(lambda values, layer: layer(values), self.layers, x)
        return out if len(out) != 1 else out[0]

    def parameters(self):
        return (parameter for layer in self.layers for parameter in layer.parameters())


# %% day4-count
nodes = ("h1.1", "h1.2", "h1.3", "h2.1", "h2.2", "h3.1", "z1.1", "z1.2", "z1.3", "z2.1", "z2.2", "z3.1")
counted = {"all": 20, "layer 3": 3, "layer 2": 8, "layer 1": 9}


def count_parameters(nin, nouts):
    if not nouts:
        return 0
    return nouts[0] * (nin + 1) + count_parameters(nouts[0], nouts[1:])


# %% day4-loss
def sum_squared_error(predictions, targets):
    predictions, targets = list(predictions), list(targets)
    if len(predictions) != len(targets):
        raise ValueError(f"{len(predictions)} != {len(targets)}")
    errors = (p - t for p, t in zip(predictions, targets))
    return functools.reduce(operator.add, (error**2 for error in errors))


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) / len(predictions)


# %% day4-train
def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    def step():
        value = loss([model(x) for x in xs], ys)
        parameters = list(model.parameters())
        for parameter in parameters:
            parameter.grad = 0.0
        value.backward()
        for parameter in parameters:
            parameter.data -= learning_rate * parameter.grad
        return value.data

    return [step() for _ in range(steps)]


# %% day4-diagnose
cause = " d "
lowest_possible = 2.0
repair = {"hidden": [8], "activation": "tanh", "output_activation": "tanh", "steps": 300, "learning_rate": 0.05}

# %% day4-xor
xor_settings = {
    "hidden": (12,),
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 500,
    "learning_rate": 0.1,
}


# %% day4-cross-entropy
def binary_cross_entropy(logits, targets):
    def loss(z, y):
        if y:
            z = -z
        # log(1 + e**z), from the side where e**... is at most 1
        return (z.exp() + 1).log() if z.data <= 0 else ((-z).exp() + 1).log() + z

    return functools.reduce(operator.add, map(loss, logits, targets)) / len(targets)
