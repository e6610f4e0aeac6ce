# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() from chained generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import functools
import itertools
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
        return [self.bias, *self.weights]


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.neurons = tuple(Neuron(nin, activation) for _ in range(nout))

    def __call__(self, x):
        return tuple(neuron(x) for neuron in self.neurons)

    def parameters(self):
        return list(itertools.chain.from_iterable(neuron.parameters() for neuron in self.neurons))


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
        return list(itertools.chain.from_iterable(layer.parameters() for layer in self.layers))
