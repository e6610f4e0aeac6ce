# SPDX-License-Identifier: MIT
# ruff: noqa
# Nodes are numbered as they are made, and `backward` takes the reachable ones from the newest to the oldest.

second = {
    "a.grad after the second": 21.0,
    "h.grad after the second": 5.0,
    "a.grad, interior kept": 27.0,
}


def zero_grad(root):
    graph = {root}
    border = {root}
    while border:
        border = {parent for node in border for parent in node._prev} - graph
        graph |= border
    for node in graph:
        node.grad = 0.0
