# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

xor_settings = {
    "hidden": (16, 12),
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 80,
    "learning_rate": 0.08,
}
