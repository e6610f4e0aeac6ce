# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


def run_backward(a, b, c, d, L):
    setattr(L, "grad", 1.0)
    [node._backward() for node in (L, d)]
