# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and closures, as the well-known small engines have them.


def run_backward(a, b, c, d, L):
    L.grad = 1
    for node in (L, c, d, b, a):
        node._backward()
