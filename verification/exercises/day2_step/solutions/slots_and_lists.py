# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


def result(w=-3, x=0.5, b=4, c=10):
    return (w * x + b) ** 2 + c


by_x, by_b = 2 * (-3 * 0.5 + 4) * -3, 2 * (-3 * 0.5 + 4)
one_step = dict(
    input="x", way="up", promised=by_x * 0.1, came=result(x=0.5 + 0.1) - result(), leverage=abs(by_x / by_b)
)
