# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

plane = {"second": [3, -3, -1.5], "floor": 2 * 0.5**2 / 4}
