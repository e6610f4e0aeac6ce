# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`; the sort is a generator over a stack of iterators; `backward` has its own loop and calls nothing else.

second = dict.fromkeys(["h.grad after the second"], 5.0) | {
    "a.grad after the second": 21.0,
    "a.grad, interior kept": 27.0,
}


def zero_grad(root):
    for node in topological_order(root):
        setattr(node, "grad", 0.0)
