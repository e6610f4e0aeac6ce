# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    losses = []

    def descend():
        for p in model.parameters():
            p.data -= learning_rate * p.grad
            p.grad = 0.0

    for p in model.parameters():
        p.grad = 0.0
    for _ in range(steps):
        total = loss([model(x) for x in xs], ys)
        losses.append(total.data)
        total.backward()
        descend()
    return losses
