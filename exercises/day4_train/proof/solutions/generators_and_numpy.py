# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    def step():
        value = loss([model(x) for x in xs], ys)
        parameters = list(model.parameters())
        for parameter in parameters:
            parameter.grad = 0.0
        value.backward()
        for parameter in parameters:
            parameter.data -= learning_rate * parameter.grad
        return value.data

    return [step() for _ in range(steps)]
