# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

cause = "d"
lowest_possible = 9 / 4 + 1 + 9 / 4
repair = {"hidden": [], "activation": "tanh", "output_activation": "tanh", "steps": 400, "learning_rate": 0.05}
