# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.


def trace(root):
    def behind(node, seen):
        if node not in seen:
            seen.add(node)
            yield node
            for parent in node._prev:
                yield from behind(parent, seen)

    nodes = list(behind(root, set()))
    edges = ((parent, node) for node in nodes for parent in node._prev)
    return nodes, edges
