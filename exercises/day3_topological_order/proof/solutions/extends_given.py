# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class stays as it is, and a subclass of the same name adds what is missing; a local function for every closure.


def topological_order(root):
    order = []
    marks = {}
    todo = [("open", root)]
    while todo:
        action, node = todo.pop()
        if action == "list":
            order.append(node)
        elif node not in marks:
            marks[node] = True
            todo.append(("list", node))
            todo += [("open", parent) for parent in node._prev]
    return order
