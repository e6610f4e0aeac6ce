# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

on_paper = {"a": np.float64(0.1), "b": 0.7, "c": -0.63}


def from_engine(a, b, c):
    d = a * b
    e = d + c
    f = a + b
    L = e * f
    L.grad = 1.0
    L._backward()
    e._backward()
    f._backward()
    d._backward()
    return np.array([a.grad, b.grad, c.grad])


def from_torch(a, b, c):
    import torch

    t = torch.from_numpy(np.array([a, b, c], dtype=np.float64)).requires_grad_()
    ((t[0] * t[1] + t[2]) * (t[0] + t[1])).backward()
    return t.grad.numpy()


comparison = {"because": np.str_("C"), "bias": np.float64(2.1)}
