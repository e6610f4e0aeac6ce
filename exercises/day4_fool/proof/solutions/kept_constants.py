# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

EDGE = 0.4
fool = dict(pixel=" d ", change=-0.45, rise=0.18, first="c")
fool["seen gradient"] = 0.2 * 0
fool["from"] = EDGE - 0
