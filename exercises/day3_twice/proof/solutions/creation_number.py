# SPDX-License-Identifier: MIT
# ruff: noqa
# Nodes are numbered as they are made, and `backward` takes the reachable ones from the newest to the oldest.

second = {
    "k": -4.0,
    "h.grad, kept": 3,
    "a.grad": 2 * 3 - 4 * 3 + 5 * 3,
}


def zero_grad(root):
    graph = {root}
    border = {root}
    while border:
        border = {parent for node in border for parent in node._prev} - graph
        graph |= border
    for node in graph:
        node.grad = 0.0
