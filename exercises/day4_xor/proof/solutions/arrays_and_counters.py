# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

xor_settings = {"hidden": [16], "activation": "tanh", "output_activation": "linear", "steps": 500, "learning_rate": 0.1}
