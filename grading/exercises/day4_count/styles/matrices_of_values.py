# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

nodes = [
    f"{kind}{layer}.{place}"
    for layer, size in [(1, 3), (2, 3), (3, 1)]
    for kind in "zh"
    for place in range(1, size + 1)
]
counted = {"layer 1": 3 * (2 + 1), "layer 2": 3 * (3 + 1), "layer 3": 1 * (3 + 1), "all": 9 + 12 + 4}


def count_parameters(nin, nouts):
    total = 0
    for nout in nouts:
        total += nin * nout + nout
        nin = nout
    return total
