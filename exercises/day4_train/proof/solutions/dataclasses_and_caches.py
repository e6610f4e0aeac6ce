# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    losses = [0.0] * steps
    for step in range(steps):
        root = loss(list(map(model, xs)), ys)
        clear(model)
        root.backward()
        update(model, learning_rate)
        losses[step] = root.data
    return losses


def clear(model):
    for parameter in model.parameters():
        parameter.grad = 0


def update(model, rate):
    for parameter in model.parameters():
        parameter.data -= parameter.grad * rate
