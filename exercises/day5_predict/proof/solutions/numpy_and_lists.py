# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

ranking = ["A", "D", "C", "B"]
border = 0.0
while 1 / 4 + 3 / 4 * (1 - math.tanh(border) ** 2) ** 2 > 1 / 2:
    border += 0.001
