# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.


def trace(root):
    nodes = [root]
    for node in nodes:  # the list grows while the loop runs
        for parent in node._prev:
            if not any(parent is known for known in nodes):
                nodes.append(parent)
    edges = []
    for node in nodes:
        for parent in node._prev:
            edges.append([parent, node])
    return [nodes, edges]
