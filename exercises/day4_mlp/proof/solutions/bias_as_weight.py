# SPDX-License-Identifier: MIT
# ruff: noqa
# The bias is the last weight, of an input that is always 1; generators; training clears the whole graph.


class Neuron:
    """Keeps its bias as the last weight, of an input that is always 1; drawn by NumPy."""

    def __init__(self, nin, activation="tanh"):
        import numpy as np

        self.weight = (*(Value(number) for number in np.random.uniform(-1, 1, nin)), Value(0.0))
        self.act = activation

    def __call__(self, x):
        if len(x) + 1 != len(self.weight):
            raise ValueError(f"got {len(x)} inputs for {len(self.weight) - 1} weights")
        z = Value(0.0)
        for w, i in zip(self.weight, [*x, 1.0]):
            z = z + i * w
        return {"linear": lambda: z, "tanh": z.tanh, "relu": z.relu, "sigmoid": z.sigmoid}[self.act]()

    def parameters(self):
        return list(self.weight)


class Layer:
    def __init__(self, in_features, out_features, activation="tanh"):
        self.units = tuple(Neuron(in_features, activation) for _ in range(out_features))

    def __call__(self, x):
        return tuple(unit(x) for unit in self.units)

    def parameters(self):
        return [weight for unit in self.units for weight in unit.parameters()]


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        self.chain = []
        for place, width in enumerate(nouts):
            name = output_activation if place == len(nouts) - 1 else activation
            self.chain.append(Layer(nin, width, name))
            nin = width

    def __call__(self, x):
        from functools import reduce

        out = reduce(lambda values, layer: layer(values), self.chain, x)
        return out[0] if len(out) == 1 else list(out)

    def parameters(self):
        return [weight for layer in reversed(self.chain) for weight in layer.parameters()]
