# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

cause = " d "
lowest_possible = 5.5
repair = {"hidden": [], "activation": "tanh", "output_activation": "tanh", "steps": 300, "learning_rate": 0.05}
