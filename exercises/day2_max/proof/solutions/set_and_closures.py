# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and closures, as the well-known small engines have them.


def maximum(a, b):
    out = Value(a.data if a.data > b.data else b.data, (a, b), "max")

    def _backward():
        a.grad += (a.data > b.data) * out.grad
        b.grad += (a.data <= b.data) * out.grad

    out._backward = _backward
    return out
