# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.


def puzzle_1(a, b):
    step = a * b
    further = step + a
    y = step * further
    return y


puzzle_2 = [4, -2, 1]


def puzzle_3(a):
    steps = [a, a + a]
    steps.append(steps[1] + a)
    steps.append(steps[2] + steps[1])
    steps.append(steps[3] + steps[3])
    return steps[4] + steps[3]
