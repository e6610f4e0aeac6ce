# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

ranking = ["sigmoid", "ReLU", "tanh", "none"]
border = 0.0
while 1 - math.tanh(border) ** 2 > 0.25:
    border += 0.001
