# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

xor_settings = {
    "hidden": [12, 12],
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 78,
    "learning_rate": 0.12,
}
