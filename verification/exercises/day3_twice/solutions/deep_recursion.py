# SPDX-License-Identifier: MIT
# ruff: noqa
# zero_grad walks by itself, and calls itself.

second = {
    ### BEGIN SOLUTION
    #: "a.grad after the second": None,
    #: "h.grad after the second": None,
    #: "a.grad, interior kept": None,
    "a.grad after the second": 21.0,
    "h.grad after the second": 5.0,
    "a.grad, interior kept": 27.0,
    ### END SOLUTION
}


def zero_grad(root, seen=None):
    seen = set() if seen is None else seen
    if root not in seen:
        seen.add(root)
        root.grad = 0
        for parent in root._prev:
            zero_grad(parent, seen)
