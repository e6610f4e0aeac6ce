# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents and a sort that calls itself: right but for the chain of 5,000, which the card takes one point for.


def topological_order(root):
    topo = []
    visited = set()

    def build_topo(v):
        if v not in visited:
            visited.add(v)
            for child in v._prev:
                build_topo(child)
            topo.append(v)

    build_topo(root)
    return topo
