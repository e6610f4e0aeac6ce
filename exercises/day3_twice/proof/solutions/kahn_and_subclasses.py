# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.

second = {
    "k, afresh": 9.0,
    "k, kept": 7,
    "a.grad": 2 * 3 + 9 * 3,
}


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        stack += fresh
