# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class extended by a subclass of the same name; comparisons by number, hash by identity; duck typing; cached properties.

second = {
    "k": -4.0,
    "h.grad, kept": 3,
    "a.grad": 2 * 3 - 4 * 3 + 5 * 3,
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
