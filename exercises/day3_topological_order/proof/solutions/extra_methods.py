# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class extended by a subclass of the same name; comparisons by number, hash by identity; duck typing; cached properties.


def topological_order(root):
    order, opened, stack = {}, set(), [root]
    while stack:
        node = stack[-1]
        fresh = [] if id(node) in opened else [parent for parent in node._prev if id(parent) not in order]
        opened.add(id(node))
        if fresh:
            stack += fresh
        else:
            order.setdefault(id(node), node)
            stack.pop()
    return tuple(order.values())
