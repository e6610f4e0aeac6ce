# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

import numpy as np


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    losses, k = np.zeros(steps), 0
    while k < steps:
        total = loss([model(x) for x in xs], ys)
        losses[k] = total.data
        for p in model.parameters():
            setattr(p, "grad", 0)
        total.backward()
        for p in model.parameters():
            p.data -= learning_rate * p.grad
        k += 1
    return losses.tolist()
