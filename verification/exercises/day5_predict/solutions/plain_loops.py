# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

ranking = ["Sigmoid", "RELU", "Tanh", "None"]
ten_slopes = 1.0
for _ in range(10):
    ten_slopes *= 0.25
