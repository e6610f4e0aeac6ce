# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.


def activate(value, activation):
    return value if activation == "linear" else getattr(value, activation)()


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.p = {f"w{k}": Value(random.uniform(-1, 1), label=f"w{k}") for k in range(nin)}
        self.p["b"] = Value(0.0, label="b")
        self.nonlinear = lambda z: activate(z, activation)

    def __call__(self, x):
        if len(x) + 1 != len(self.p):
            raise ValueError(f"{len(x)} inputs, {len(self.p) - 1} weights")
        terms = [self.p[f"w{k}"] * xk for k, xk in enumerate(x)] + [self.p["b"]]
        return self.nonlinear(sum(terms))

    def parameters(self):
        return list(self.p.values())


class Layer:
    def __init__(self, nin, nout, activation="tanh"):
        self.neurons = {}
        for place in range(nout):
            self.neurons[place] = Neuron(nin, activation)

    def __call__(self, x):
        return [self.neurons[place](x) for place in sorted(self.neurons)]

    def parameters(self):
        found = []
        for neuron in self.neurons.values():
            found += neuron.parameters()
        return found


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        rest, self.layers = list(nouts), []
        while rest:
            nout = rest.pop(0)
            self.layers.append(Layer(nin, nout, activation if rest else output_activation))
            nin = nout

    def __call__(self, x, start=0):
        if start == len(self.layers):
            return x[0] if len(x) == 1 else x
        return self(self.layers[start](x), start + 1)

    def parameters(self):
        return sum((layer.parameters() for layer in self.layers), [])
