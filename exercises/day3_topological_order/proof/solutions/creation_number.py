# SPDX-License-Identifier: MIT
# ruff: noqa
# Nodes are numbered as they are made, and `backward` takes the reachable ones from the newest to the oldest.

import heapq
from itertools import count


def topological_order(root):
    distance, queue = {root: 0}, [root]
    while queue:  # push the distance of a parent up until nothing changes: the longest way from the root
        later = []
        for node in queue:
            for parent in node._prev:
                if distance.get(parent, -1) < distance[node] + 1:
                    distance[parent] = distance[node] + 1
                    later.append(parent)
        queue = list(dict.fromkeys(later))
    return sorted(distance, key=lambda node: -distance[node])
