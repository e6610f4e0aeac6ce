# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.


def run_backward(a, b, c, d, L):
    def visit(node):
        node._backward()
        for parent in node._prev:
            visit(parent)

    L.grad = 1.0
    visit(L)
