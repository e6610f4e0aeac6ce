# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

counted = {
    "parameters": 3 * (2 + 1) + 3 * (3 + 1) + 1 * (3 + 1),
    "changed": 24,
    "width": next(m for m in range(100) if (4 * (m + 1) + 4) - (3 * (m + 1) + 3) == 8),
}
