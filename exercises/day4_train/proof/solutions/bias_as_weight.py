# SPDX-License-Identifier: MIT
# ruff: noqa
# The bias is the last weight, of an input that is always 1; generators; training clears the whole graph.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    params = list(model.parameters())
    losses = [0.0] * steps
    for step in range(steps):
        out = loss(list(map(model, xs)), ys)
        for node in topological_order(out):
            node.grad = 0.0
        out.backward()
        losses[step] = out.data
        for p in params:
            p.data += -learning_rate * p.grad
    return losses
