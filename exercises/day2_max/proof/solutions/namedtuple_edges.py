# SPDX-License-Identifier: MIT
# ruff: noqa
# A node holds edges, named tuples of parent and slope; `_prev` is read from them.


def maximum(a, b):
    out = Value(max(a.data, b.data), (), "max")
    first = float(a.data > b.data)
    out.edges = [Edge(a, first), Edge(b, 1.0 - first)]
    return out
