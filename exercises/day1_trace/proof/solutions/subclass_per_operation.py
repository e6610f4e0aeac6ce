# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, with the operation's sign as a class attribute; minus and division are nodes of their own.


def trace(root):
    parents_of = {}
    todo = [root]
    while todo:
        node = todo.pop(0)
        if node not in parents_of:
            parents_of[node] = node._prev
            todo += node._prev
    return list(parents_of), [(parent, node) for node, parents in parents_of.items() for parent in parents]
