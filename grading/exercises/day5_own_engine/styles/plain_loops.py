# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def own_layer_norms(model, xs, ys):
    for layer in model.layers:
        for parameter in layer.parameters():
            parameter.grad = 0.0
    total = Value(0.0)
    for i in range(len(xs)):
        total = total + (model(xs[i]) - ys[i]) ** 2
    mean = total / len(xs)
    mean.backward()
    norms = []
    for layer in model.layers:
        squares = 0.0
        for parameter in layer.parameters():
            squares += parameter.grad * parameter.grad
        norms.append(squares**0.5)
    return norms
