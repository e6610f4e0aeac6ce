# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

ranking = ["A", "D ", "c", "B"]
low, high = 0.0, 5.0
for _ in range(50):
    border = (low + high) / 2
    if (1 - math.tanh(border) ** 2) ** 2 > 1 / 3:
        low = border
    else:
        high = border
