# SPDX-License-Identifier: MIT
# ruff: noqa
# Each operation has a generator that yields (parent, share); dictionaries by identity; extra methods; minus as its own node.

on_paper = {}
on_paper["a"] = 2.0
on_paper["b"] = -3.0
on_paper["c"] = 3.0


def from_engine(a, b, c):
    f = b + a
    d = b * a
    e = c + d
    L = f * e
    order = {"L": L, "f": f, "e": e, "d": d}
    L.grad = 1.0
    for name in "Lfed":
        order[name]._backward()
    return a.grad, b.grad, c.grad


def from_torch(a, b, c):
    import torch

    torch.set_default_dtype(torch.float64)
    try:
        a, b, c = (torch.tensor([x], requires_grad=True) for x in (a, b, c))
        L = (a * b + c) * (a + b)
        L.sum().backward()
        return a.grad.item(), b.grad.item(), c.grad.item()
    finally:
        torch.set_default_dtype(torch.float32)


comparison = {}
comparison["bias"] = 10
comparison["because"] = "C"
