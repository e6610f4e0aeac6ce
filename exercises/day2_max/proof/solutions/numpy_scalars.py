# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.


def maximum(a, b):
    out = Value(np.maximum(a.data, b.data), (a, b), "max")

    def _backward():
        larger = np.array([a.data >= b.data, b.data > a.data], dtype=float)
        for parent, slope in zip((a, b), larger * out.grad):
            parent.grad = parent.grad + slope

    out._backward = _backward
    return out
