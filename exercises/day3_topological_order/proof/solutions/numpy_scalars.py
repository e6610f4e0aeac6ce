# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars and functions; what NumPy would only warn of is refused by hand.


def topological_order(root):
    order, state, stack = [], {}, [root]
    while stack:
        node = stack.pop()
        key = id(node)
        if state.get(key) == "done":
            continue
        if state.get(key) == "open":
            state[key] = "done"
            order.append(node)
            continue
        state[key] = "open"
        stack.append(node)
        stack.extend(parent for parent in node._prev if id(parent) not in state)
    return order
