# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators written once, as closures made by a function, from a table of lambdas; set comprehensions, no loop keeps a stack.


def trace(root):
    nodes, fresh = set(), {root}
    while fresh:
        nodes |= fresh
        fresh = {parent for node in fresh for parent in node._prev} - nodes
    return sorted(nodes, key=id), [(parent, node) for node in nodes for parent in node._prev]
