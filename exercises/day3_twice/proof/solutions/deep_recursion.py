# SPDX-License-Identifier: MIT
# ruff: noqa
# zero_grad walks by itself, and calls itself.

second = {
    ### BEGIN SOLUTION
    #: "k, afresh": None,
    #: "k, kept": None,
    #: "a.grad": None,
    "k, afresh": 9.0,
    "k, kept": 7,
    "a.grad": 2 * 3 + 9 * 3,
    ### END SOLUTION
}


def zero_grad(root, seen=None):
    seen = set() if seen is None else seen
    if root not in seen:
        seen.add(root)
        root.grad = 0
        for parent in root._prev:
            zero_grad(parent, seen)
