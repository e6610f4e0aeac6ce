# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents.


def maximum(a, b):
    if a.data == b.data:
        partials = (0.5, 0.5)
    else:
        partials = (1.0, 0.0) if a.data > b.data else (0.0, 1.0)
    return Value(max(a.data, b.data), (a, b), "max", partials=partials)
