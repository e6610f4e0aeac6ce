# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

xor_settings = {
    "hidden": (12, 12),
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 80,
    "learning_rate": 0.1,
}
