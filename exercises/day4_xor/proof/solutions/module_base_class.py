# SPDX-License-Identifier: MIT
# ruff: noqa
# A base class with parameters() and zero_grad(), sums with a start, comprehensions: the shape of the well-known small library.

xor_settings = dict(hidden=[16, 16, 16], activation="tanh", output_activation="linear", steps=80, learning_rate=0.03)
