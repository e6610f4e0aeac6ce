# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents, and `_backward` is one method for all.


def run_backward(a, b, c, d, L):
    L.grad = L.grad + 1.0
    L._backward(), d._backward()
