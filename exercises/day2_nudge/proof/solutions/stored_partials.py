# SPDX-License-Identifier: MIT
# ruff: noqa
# No closures: each node stores its local derivatives beside its parents, and `_backward` is one method for all.


def numerical_derivative(f, inputs, index, h=1e-5):
    def moved(by):
        return [x + by if place == index else x for place, x in enumerate(inputs)]

    return (f(moved(h)) - f(moved(-h))) / (h + h)
