# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

cause, lowest_possible = "d", 1 + sum((0.5 - y) ** 2 for y in (-1, 2))
repair = dict(hidden=[], activation="tanh", output_activation="linear", steps=200, learning_rate=0.02)
