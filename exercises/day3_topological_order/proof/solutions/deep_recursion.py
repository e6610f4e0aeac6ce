# SPDX-License-Identifier: MIT
# ruff: noqa
# A higher limit for recursion; a node is marked after its parents.

import sys


def topological_order(root):
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        order, marked = [], set()

        def visit(node):
            if node in marked:
                return
            for parent in node._prev:
                visit(parent)
            marked.add(node)
            order.append(node)

        visit(root)
        return order
    finally:
        sys.setrecursionlimit(limit)
