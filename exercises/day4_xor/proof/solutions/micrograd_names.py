# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.

xor_settings = dict(hidden=(16, 16), activation="tanh", output_activation="linear", steps=80, learning_rate=0.06)
