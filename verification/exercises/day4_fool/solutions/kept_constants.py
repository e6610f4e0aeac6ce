# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

STEP, SLOPE = 0.04, 0.2
fool = dict(pixel=" d ", change=-0.25, rise=0.1, coins=0)
fool["all rise"] = 35 * STEP * SLOPE
fool["fine step"] = STEP * 35 / 3_500
