# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain


def activate(value, activation):
    if activation == "linear":
        return value
    elif activation == "tanh":
        return value.tanh()
    elif activation == "relu":
        return value.relu()
    elif activation == "sigmoid":
        return value.sigmoid()
    raise ValueError(activation)


@dataclass(eq=False)
class Neuron:
    nin: int
    activation: str = "tanh"

    def __post_init__(self):
        self._all = [Value(2 * random.random() - 1) for _ in range(self.nin)] + [Value(0.0)]

    @property
    def weights(self):
        return self._all[:-1]

    @property
    def bias(self):
        return self._all[-1]

    def __call__(self, x):
        if len(x) != self.nin:
            raise ValueError(f"Neuron with nin={self.nin} was given {len(x)} inputs.")
        z = self.bias
        for w, xi in zip(self.weights, x):
            z = xi * w + z
        return activate(z, self.activation)

    def parameters(self):
        return list(self._all)


@dataclass(eq=False)
class Layer:
    nin: int
    nout: int
    activation: str = "tanh"
    neurons: list = field(init=False)

    def __post_init__(self):
        self.neurons = []
        for _ in range(self.nout):
            self.neurons.append(Neuron(self.nin, self.activation))

    def __call__(self, x):
        outputs = []
        for neuron in self.neurons:
            outputs.append(neuron(x))
        return outputs

    def parameters(self):
        return list(chain.from_iterable(neuron.parameters() for neuron in self.neurons))


@dataclass(eq=False)
class MLP:
    nin: int
    nouts: list
    activation: str = "tanh"
    output_activation: str = "linear"

    @cached_property
    def layers(self):
        sizes = [self.nin] + list(self.nouts)
        made = [Layer(m, n, self.activation) for m, n in zip(sizes[:-2], sizes[1:-1])]
        return made + [Layer(sizes[-2], sizes[-1], self.output_activation)]

    @cached_property
    def _parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        try:
            (single,) = x
        except ValueError:
            return x
        return single

    def parameters(self):
        return self._parameters
