# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.

on_paper = {"a": -0.5, "b": 2.0, "c": -2.0}


def from_engine(a, b, c):
    steps = []
    for make in (lambda: a * b, lambda: steps[0] + c, lambda: a + b, lambda: steps[1] * steps[2]):
        steps.append(make())
    steps[-1].grad = 1.0
    while steps:
        steps.pop()._backward()
    return a.grad, b.grad, c.grad


def from_torch(a, b, c):
    import torch
    from torch import autograd

    leaves = [torch.tensor(x, dtype=torch.float64).requires_grad_() for x in (a, b, c)]
    a, b, c = leaves
    return tuple(g.item() for g in autograd.grad((a * b + c) * (a + b), leaves))


comparison = {"because": "C", "bias": 4}
