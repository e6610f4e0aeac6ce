# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

import numpy as np


def activate(value, activation):
    return value if activation == "linear" else getattr(value, activation)()


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.w = np.array([Value(w) for w in np.random.default_rng(random.getrandbits(32)).uniform(-1, 1, nin)])
        self.b = Value(0.0)
        self.start = Value(0.0)
        self.act = activation

    def __call__(self, x):
        if len(self.w) - len(x):
            raise ValueError(f"{len(x)} inputs do not fit {len(self.w)} weights")
        total = sum((self.w[k] * x[k] for k in range(len(x))), self.start)
        return activate(total + self.b, self.act)

    def parameters(self):
        return [self.b, *self.w]


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.neurons = np.array([Neuron(nin, activation) for _ in range(nout)])

    def __call__(self, x):
        return np.array([neuron(x) for neuron in self.neurons], dtype=object)

    def parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        self.layers, k = [], 0
        while k < len(nouts):
            act = activation if k + 1 < len(nouts) else output_activation
            self.layers.append(Layer(nin if k == 0 else nouts[k - 1], nouts[k], act))
            k += 1

    def __call__(self, x):
        out = np.array(x, dtype=object)
        for layer in self.layers:
            out = layer(out)
        return out.item() if out.size == 1 else out

    def parameters(self):
        return np.concatenate([layer.parameters() for layer in self.layers])
