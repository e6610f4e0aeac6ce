# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.


def trace(root):
    nodes, edges, stack = [], [], [root]
    while len(stack) > 0:
        node = stack.pop()
        if node not in nodes:
            nodes.append(node)
            stack.extend(node._prev)
            edges += [(parent, node) for parent in node._prev]
    return nodes, edges
