# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm, from the root.


def topological_order(root):
    waiting_for, found, stack = {root: 0}, [root], [root]
    while stack:
        for parent in stack.pop()._prev:
            if parent not in waiting_for:
                waiting_for[parent] = 0
                stack.append(parent)
            waiting_for[parent] += 1
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for parent in node._prev:
            waiting_for[parent] -= 1
            if waiting_for[parent] == 0:
                ready.append(parent)
    return order[::-1]
