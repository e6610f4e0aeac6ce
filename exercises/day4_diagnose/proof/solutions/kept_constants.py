# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

cause, lowest_possible = "d", float(sum(y * y for y in (-1, -1)))
repair = dict(hidden=[], activation="tanh", output_activation="linear", steps=200, learning_rate=0.02)
