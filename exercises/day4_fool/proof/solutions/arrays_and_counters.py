# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

fool = {
    "pixel": "D",
    "change": -0.9 * 0.2 / 0.4,
    "rise": -0.9 * -0.2,
    "seen gradient": 0,
    "first": "C",
    "from": 2 / 5,
}
