# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.


def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    def gradients():
        for parameter in model.parameters():
            parameter.grad = 0.0
        root = loss([model(x) for x in xs], ys)
        root.backward()
        return float(root.data), [parameter.grad for parameter in model.parameters()]

    losses = []
    for step, _ in enumerate(range(steps), start=1):
        measured, slopes = gradients()
        losses.append(measured)
        assert len(losses) == step
        for parameter, slope in zip(model.parameters(), slopes):
            parameter.data = parameter.data + -slope * learning_rate
    return losses
