# SPDX-License-Identifier: MIT
# ruff: noqa
# Named-tuple edges, a table of functions with (value, slope from input and output), methods put in by a loop; `backward` keeps
# the gradients of one pass in a dictionary and writes them back at the end.


def topological_order(root):
    reachable = [root]
    known = {root}
    for node in reachable:
        for parent in node._prev:
            if parent not in known:
                known.add(parent)
                reachable.append(parent)
    placed, order, children = set(), [], {node: [] for node in reachable}
    for node in reachable:
        for parent in node._prev:
            children[parent].append(node)
    missing = {node: len(node._prev) for node in reachable}
    ready = [node for node in reachable if not missing[node]]
    while ready:
        node = ready.pop(0)
        order.append(node)
        for child in children[node]:
            missing[child] -= 1
            if missing[child] == 0:
                ready.append(child)
    return order
