# SPDX-License-Identifier: MIT
# ruff: noqa
# A base class with parameters() and zero_grad(), sums with a start, comprehensions: the shape of the well-known small library.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    history = []
    for k in range(steps):
        ypred = [model(x) for x in xs]
        total = loss(ypred, ys)
        for p in model.parameters():
            p.grad = 0.0
        total.backward()
        for p in model.parameters():
            p.data += -learning_rate * p.grad
        history.append(total.data)
    return history
