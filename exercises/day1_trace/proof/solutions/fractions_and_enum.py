# SPDX-License-Identifier: MIT
# ruff: noqa
# No set: the list of nodes itself is looked through, which takes the square of their number.


def trace(root):
    nodes = [root]
    edges = []
    for node in nodes:
        for parent in node._prev:
            edges.append((parent, node))
            if not any(parent is known for known in nodes):
                nodes.append(parent)
    return nodes, edges
