# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.

second = {
    "a.grad after the second": 2 * 3.0 + 5 * 3.0,
    "h.grad after the second": 5.0,
    "a.grad, interior kept": 6.0 + (2 + 5) * 3.0,
}


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        stack += fresh
