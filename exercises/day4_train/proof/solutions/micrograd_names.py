# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    history = []
    while len(history) < steps:
        for p in model.parameters():
            p.grad = 0
        out = loss([model(x) for x in xs], ys)
        out.backward()
        for p in model.parameters():
            p.data = p.data - learning_rate * p.grad
            p.grad = 0
        history += [float(out.data)]
    return history
