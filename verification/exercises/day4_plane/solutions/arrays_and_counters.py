# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

plane = {"separable": ["A", "C"], "floor": 2 * 0.5**2 / 4}
