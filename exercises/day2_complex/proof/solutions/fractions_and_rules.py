# SPDX-License-Identifier: MIT
# ruff: noqa
# The order is found by looking through all nodes again and again; PyTorch is asked through its functions.

from fractions import Fraction

on_paper = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(-4, 9)}


def from_engine(a, b, c):
    d = a * b
    e, f = d + c, a + b
    L = e * f
    waiting, done = [f, L, a, e, b, d, c], []
    while waiting:
        for node in waiting:
            if all(any(parent is known for known in done) for parent in node._prev):
                done.append(node)
        waiting = [node for node in waiting if not any(node is known for known in done)]
    L.grad = 1
    for node in done[::-1]:
        node._backward()
    return a.grad, b.grad, c.grad


def from_torch(a, b, c):
    import torch

    v = torch.tensor([a, b, c], dtype=torch.float64)
    return torch.func.grad(lambda v: (v[0] * v[1] + v[2]) * (v[0] + v[1]))(v).tolist()


comparison = {"because": "C", "bias": Fraction(21, 10)}
