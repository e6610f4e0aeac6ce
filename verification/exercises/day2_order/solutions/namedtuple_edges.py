# SPDX-License-Identifier: MIT
# ruff: noqa
# A node holds edges, named tuples of parent and slope; `_prev` is read from them; operators made by one function.


def run_backward(a, b, c, d, L):
    L.grad = 1.0
    for node in reversed([a, b, c, d, L]):
        node._backward()
