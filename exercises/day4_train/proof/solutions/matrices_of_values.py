# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.


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
