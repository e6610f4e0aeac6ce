# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity, with its own repr made by dataclasses; extra methods and properties.


def trace(root):
    nodes, edges = [], []

    def visit(node):
        if node in nodes:
            return
        nodes.append(node)
        edges.extend((parent, node) for parent in node._prev)
        for parent in node._prev:
            visit(parent)

    visit(root)
    return nodes, edges
