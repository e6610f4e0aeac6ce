# SPDX-License-Identifier: MIT
# ruff: noqa
# Local derivatives stored beside the parents; every operator is a call of one helper; a sort that calls itself with a raised limit.

import sys


def topological_order(root):
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 50_000))
    done, order = set(), []

    def visit(node):
        done.add(id(node))
        for parent in node._prev:
            if id(parent) not in done:
                visit(parent)
        order.append(node)

    visit(root)
    return order
