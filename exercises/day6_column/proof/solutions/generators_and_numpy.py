# SPDX-License-Identifier: MIT
# ruff: noqa
# A row of the unit matrix as movements; arrays for the paper.


def column(f, inputs, chosen):
    moves = np.eye(len(inputs))[chosen]
    return np.array([out.move for out in f([Dual(x, m) for x, m in zip(inputs, moves)])])


J, u, v = np.array([[1, 2, 0], [0, -1, 3]]), np.array([3, 1]), np.array([2, 1, -1])
agree = {"Jv": J @ v, "uJ": u @ J, "misses": (u, np.array([1, -1, -2]))}
