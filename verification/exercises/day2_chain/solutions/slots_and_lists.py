# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.

x, w1, w2, b = 2, 3, -1, 0.5
z3 = w1 * x + b
z4 = w2 * z3
chain = {"L": z4**2, "dL/dw2": 2 * z4 * z3, "dL/dw1": 2 * z4 * w2 * x, "dL/db": 2 * z4 * w2}
