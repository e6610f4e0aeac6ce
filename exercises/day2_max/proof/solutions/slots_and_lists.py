# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


def maximum(a, b):
    out = Value(max(a.data, b.data), [a, b], "max")
    out._backward = lambda: [a, b][a.data < b.data].receive(out.grad)
    return out
