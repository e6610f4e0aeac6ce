# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.


def to_w1(x=2, w1=3, w2=-1, b=0.5):
    return 2 * (w2 * (w1 * x + b)) * w2 * x


z3 = 3 * 2 + 0.5
chain = {"dL/dw2": 2 * -z3 * z3, "dL/dw1": to_w1(), "times": to_w1(w2=3) / to_w1(), "x": 0}
