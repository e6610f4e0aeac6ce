# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.

counted = {"nodes": 14.0, "parameters": 25, "changed": 24, "width": 6}
