# SPDX-License-Identifier: MIT
# ruff: noqa
# A base class with parameters() and zero_grad(), sums with a start, comprehensions: the shape of the well-known small library.


def activate(value, activation):
    return value if activation == "linear" else getattr(value, activation)()


class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

    def parameters(self):
        return []


class Neuron(Module):
    def __init__(self, nin, activation="tanh"):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0)
        self.activation = activation

    def __call__(self, x):
        if len(x) != len(self.w):
            raise ValueError(f"expected {len(self.w)} inputs, got {len(x)}")
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return activate(act, self.activation)

    def parameters(self):
        return self.w + [self.b]


class Layer(Module):
    def __init__(self, nin, nout, *args, **kwargs):
        self.neurons = [Neuron(nin, *args, **kwargs) for _ in range(nout)]

    def __call__(self, x):
        return [n(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class MLP(Module):
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        sz = [nin] + nouts
        acts = [activation] * (len(nouts) - 1) + [output_activation]
        self.layers = [Layer(sz[i], sz[i + 1], activation=acts[i]) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]
