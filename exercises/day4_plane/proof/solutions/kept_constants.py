# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

plane = dict(second=(1, -1, 2), floor=1 / 8)
