# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.

from collections import Counter, deque


def topological_order(root):
    uses, found, queue = Counter(), {root}, deque([root])
    while queue:
        for parent in queue.popleft()._prev:
            uses[parent] += 1
            if parent not in found:
                found.add(parent)
                queue.append(parent)
    order, ready = deque(), [root]
    while ready:
        node = ready.pop()
        order.appendleft(node)
        for parent in node._prev:
            uses[parent] -= 1
            if uses[parent] == 0:
                ready.append(parent)
    return list(order)
