# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, the operator module, one helper for every operator; the trace with a deque.

from collections import deque


def trace(root):
    queue, seen, edges = deque([root]), {id(root): root}, []
    while queue:
        child = queue.popleft()
        for parent in child._prev:
            edges.append((parent, child))
            if id(parent) not in seen:
                seen[id(parent)] = parent
                queue.append(parent)
    return list(seen.values()), edges
