# SPDX-License-Identifier: MIT
# ruff: noqa
# Slopes as a cached property that is computed when it is asked for; functools.partial instead of closures.


def route(out, a, b):
    winner = max(a, b, key=lambda node: node.data)
    winner.grad += out.grad


def maximum(a, b):
    out = Value(max(a.data, b.data), (a, b), "max")
    out._backward = partial(route, out, a, b)
    return out
