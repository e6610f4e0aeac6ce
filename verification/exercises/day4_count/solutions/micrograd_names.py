# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.

counted = {"nodes": 14.0, "parameters": 25, "paths from x1": 9, "paths from w": 3}


def count_parameters(nin, nouts):
    total = 0
    for width in nouts:
        total += nin * width + width
        nin = width
    return total
