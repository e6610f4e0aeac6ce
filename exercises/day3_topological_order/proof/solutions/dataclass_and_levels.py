# SPDX-License-Identifier: MIT
# ruff: noqa
# Sorted by level: a leaf is on level 0, a node one above its highest parent. A dataclass; `a - b` is `a + (-b)`; lambdas.


def topological_order(root):
    level, waiting = {}, [root]
    while waiting:
        node = waiting[-1]
        missing = [parent for parent in node._prev if parent not in level]
        if missing:
            waiting.extend(missing)
        else:
            level[node] = 1 + max((level[parent] for parent in node._prev), default=-1)
            waiting.pop()
    return sorted(level, key=level.get)
