# SPDX-License-Identifier: MIT
# ruff: noqa
# zero_grad walks by itself, and calls itself.

second = {
    ### BEGIN SOLUTION
    #: "k": None,
    #: "a.grad": None,
    #: "h.grad, kept": None,
    "k": -4.0,
    "h.grad, kept": 3,
    "a.grad": 2 * 3 - 4 * 3 + 5 * 3,
    ### END SOLUTION
}


def zero_grad(root, seen=None):
    seen = set() if seen is None else seen
    if root not in seen:
        seen.add(root)
        root.grad = 0
        for parent in root._prev:
            zero_grad(parent, seen)
