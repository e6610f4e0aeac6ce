# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.


def trace(root):
    nodes, edges = set(), []

    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.append((child, v))
                build(child)

    build(root)
    return nodes, edges
