# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class extended by a subclass of the same name; comparisons by number, hash by identity; duck typing; cached properties.

second = {
    "a.grad after the second": 21.0,
    "h.grad after the second": 5.0,
    "a.grad, interior kept": 27.0,
}


def zero_grad(root):
    cleared = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in cleared:
            cleared[id(node)] = node
            node.grad = node.grad * 0.0
            waiting.extend(node._prev)
