# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`; the sort is a generator over a stack of iterators; `backward` has its own loop and calls nothing else.

second = dict.fromkeys(["k"], -4.0) | {
    "h.grad, kept": 3.0,
    "a.grad": 2 * 3 - 4 * 3 + 5 * 3,
}


def zero_grad(root):
    for node in topological_order(root):
        setattr(node, "grad", 0.0)
