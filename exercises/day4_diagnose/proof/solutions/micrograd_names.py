# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.

cause = " D "
lowest_possible = 5.5
repair = dict(hidden=(), activation="tanh", output_activation="linear", steps=300, learning_rate=0.02)
