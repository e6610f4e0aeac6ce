# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.

from functools import reduce


def own_layer_norms(model, xs, ys):
    for layer in model.layers:
        for parameter in layer.parameters():
            setattr(parameter, "grad", 0.0)
    squares = ((model(x) - y) ** 2 for x, y in zip(xs, ys))
    (reduce(lambda total, square: total + square, squares, Value(0.0)) / len(ys)).backward()
    return list(map(gradient_norm, (layer.parameters() for layer in model.layers)))
