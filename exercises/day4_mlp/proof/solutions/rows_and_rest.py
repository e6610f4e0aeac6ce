# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer of rows that uses no Neuron; a network of a first layer and the rest.


def activate(value, activation):
    """Return value after the activation: "tanh", "relu", "sigmoid" or "linear" (unchanged)."""
    return value if activation == "linear" else getattr(value, activation)()


class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.pairs = [(Value(2 * random.random() - 1), index) for index in range(nin)]
        self.offset = Value(0)
        self.activation = activation

    def __call__(self, x):
        if len(x) != len(self.pairs):
            raise ValueError(f"{len(x)} inputs, {len(self.pairs)} weights")
        return activate(sum(w * x[i] for w, i in self.pairs) + self.offset, self.activation)

    def parameters(self):
        return {self.offset, *(w for w, _ in self.pairs)}


class Layer:
    """Makes its outputs from rows of its own and uses no Neuron."""

    def __init__(self, nin, nout, activation="tanh"):
        self.rows = [[Value(0), *(Value(random.uniform(-1, 1)) for _ in range(nin))] for _ in range(nout)]
        self.activation = activation

    def __call__(self, x):
        outputs = []
        for row in self.rows:
            if len(row) != len(x) + 1:
                raise ValueError(f"{len(x)} inputs, {len(row) - 1} wanted")
            outputs.append(activate(sum([w * v for w, v in zip(row[1:], x)], row[0]), self.activation))
        return outputs

    def parameters(self):
        return sum(self.rows, [])


class MLP:
    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        self.first = Layer(nin, nouts[0], activation if len(nouts) > 1 else output_activation)
        self.rest = MLP(nouts[0], nouts[1:], activation, output_activation) if len(nouts) > 1 else None

    def __call__(self, x):
        out = self.first(x)
        if self.rest is not None:
            return self.rest(out)
        return out[0] if len(out) == 1 else out

    def parameters(self):
        return self.first.parameters() + (self.rest.parameters() if self.rest else [])
