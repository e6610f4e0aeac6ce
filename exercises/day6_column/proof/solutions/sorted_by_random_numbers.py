# SPDX-License-Identifier: MIT
# ruff: noqa
# Movements set on Duals that stand still.


def column(f, inputs, chosen):
    x = [Dual(number) for number in inputs]
    x[chosen].move = 1
    return [y.move for y in f(x)]


agree = {}
agree["Jv"] = [1 * 2 + 2 * 1 + 0 * -1, 0 * 2 - 1 * 1 + 3 * -1]
agree["uJ"] = [3 * 1 + 1 * 0, 3 * 2 + 1 * -1, 3 * 0 + 1 * 3]
agree["misses"] = (2.5, -1), (7, -0.1, -0.2)
