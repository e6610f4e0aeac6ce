# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents, and `_backward` is one method for all.

a, b, c = 2.0, -3.0, 10.0
on_paper = dict(a=a, b=b, c=-b * (2 * a + b))


def from_engine(a, b, c):
    d = a * b
    e = c + d
    f = b + a
    L = f * e
    L.grad = 1.0
    for node in [L, f, e, d]:
        node._backward()
    return tuple(leaf.grad for leaf in (a, b, c))


def from_torch(a, b, c):
    import torch

    x = torch.tensor([a, b, c], dtype=torch.float64, requires_grad=True)
    ((x[0] * x[1] + x[2]) * (x[0] + x[1])).backward()
    return x.grad.tolist()


comparison = dict(because="C", bias=2 - 2 * 0.5 + 3 * 1 + 0.001)
