# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

xor_settings = {
    "hidden": [12, 12],
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 80,
    "learning_rate": 0.08,
}
