# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.


def puzzle_1(left, right):
    y = right * left
    y = (left + y) * y
    return y


puzzle_2 = 1.4, -0.4, 1


def puzzle_3(leaf):
    y = leaf + leaf
    y = leaf + y
    six = y + y
    return six + y + six
