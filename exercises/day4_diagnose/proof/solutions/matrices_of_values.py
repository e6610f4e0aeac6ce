# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.

cause = "D"
lowest_possible = 11 / 2
repair = dict(hidden=(), activation="tanh", output_activation="linear", steps=1000, learning_rate=0.01)
