# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

ranking = ["sigmoid", "ReLU", "tanh", "none"]


ten_slopes = 1
for _ in range(10):
    ten_slopes *= 1 / 4
