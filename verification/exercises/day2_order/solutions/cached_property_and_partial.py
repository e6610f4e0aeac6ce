# SPDX-License-Identifier: MIT
# ruff: noqa
# Slopes as a cached property that is computed when it is asked for; functools.partial instead of closures.


def run_backward(a, b, c, d, L):
    for leaf in (a, b, c, d):
        leaf.grad = 0.0
    L.grad = 1.0
    L._backward()
    c._backward()
    d._backward()
    a._backward()
    b._backward()
