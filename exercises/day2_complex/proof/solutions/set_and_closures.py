# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and closures, as the well-known small engines have them.

on_paper = {"a": 1, "b": 1, "c": -3}


def from_engine(a, b, c):
    ab = a * b
    left = ab + c
    right = a + b
    L = left * right
    L.grad = 1.0
    L._backward()
    right._backward()
    left._backward()
    ab._backward()
    return [a.grad, b.grad, c.grad]


def from_torch(a, b, c):
    import torch

    a = torch.tensor(a, dtype=torch.double, requires_grad=True)
    b = torch.tensor(b, dtype=torch.double, requires_grad=True)
    c = torch.tensor(c, dtype=torch.double, requires_grad=True)
    ((a * b + c) * (a + b)).backward()
    return a.grad, b.grad, c.grad


comparison = {"because": "C", "bias": 2.5}
