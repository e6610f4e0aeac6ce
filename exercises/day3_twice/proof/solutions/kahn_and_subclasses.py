# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.

second = {
    "k": -4.0,
    "h.grad, kept": 3,
    "a.grad": 2 * 3 - 4 * 3 + 5 * 3,
}


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        stack += fresh
