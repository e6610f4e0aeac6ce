# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

# %% day4-mlp
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


# %% day4-count
nodes = [
    f"{kind}{layer}.{place}"
    for layer, size in [(1, 3), (2, 2), (3, 1)]
    for kind in "zh"
    for place in range(1, size + 1)
]
counted = {"layer 1": 3 * (2 + 1), "layer 2": 2 * (3 + 1), "layer 3": 1 * (2 + 1), "all": 9 + 8 + 3}


def count_parameters(nin, nouts):
    total = 0
    for nout in nouts:
        total += nin * nout + nout
        nin = nout
    return total


# %% day4-loss
def sum_squared_error(predictions, targets):
    total = Value(0.0)
    for prediction, target in zip(predictions, targets, strict=True):
        error = prediction - target
        total = total + error * error
    return total


def mean_squared_error(predictions, targets):
    return sum_squared_error(predictions, targets) / Value(len(predictions))


# %% day4-train
def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    parameters = list(model.parameters())
    losses = []
    while len(losses) < steps:
        for parameter in parameters:
            parameter.grad = 0.0
        predictions = []
        for x in xs:
            predictions.append(model(x))
        root = loss(predictions, ys)
        root.backward()
        losses.append(float(root.data))
        for parameter in parameters:
            parameter.data = parameter.data - learning_rate * parameter.grad
    return losses


# %% day4-diagnose
cause = "D"
lowest_possible = 2
repair = dict(hidden=(6, 6), activation="tanh", output_activation="linear", steps=1000, learning_rate=0.01)


# %% day4-cross-entropy
def binary_cross_entropy(logits, targets):
    total = 0
    for logit, target in zip(logits, targets):
        # the logit turned so that the right side is up: the loss is log(1 + e**-turned)
        turned = logit if target == 1 else -logit
        if turned.data < 0:
            total += (1 + turned.exp()).log() - turned
        else:
            total += (1 + (-turned).exp()).log()
    return total / len(logits)
