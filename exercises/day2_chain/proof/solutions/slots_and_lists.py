# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


z3 = 42.25**0.5
to_z1 = 2 * -z3 * -1
w1 = 39 / to_z1
x = (z3 - 0.5) / w1


def to_w1(w2=-1):
    return 2 * (w2 * (w1 * x + 0.5)) * w2 * x


chain = {"dL/dw2": 2 * -z3 * z3, "dL/dw1": to_w1(), "times": to_w1(w2=3) / to_w1(), "x": 0}
