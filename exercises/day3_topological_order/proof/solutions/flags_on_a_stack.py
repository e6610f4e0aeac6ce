# SPDX-License-Identifier: MIT
# ruff: noqa
# A tuple, with ids and a flag on the stack.


def topological_order(root):
    done, order, stack = set(), [], [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if id(node) in done:
            continue
        if leaving:
            done.add(id(node))
            order.append(node)
        else:
            stack.append((node, True))
            stack += [(parent, False) for parent in reversed(tuple(node._prev)) if id(parent) not in done]
    return tuple(order)
