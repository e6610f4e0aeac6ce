# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

counted = {
    "nodes": 2 * 7,
    "parameters": 3 * (2 + 1) + 3 * (3 + 1) + 1 * (3 + 1),
    "paths from x1": 3 * 3,
    "paths from w": 3,
}


def count_parameters(nin, nouts):
    total = 0
    for nout in nouts:
        total += nin * nout + nout
        nin = nout
    return total
