# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

fool = {
    "pixel": "D",
    "change": -1 / 4,
    "rise": -0.4 * -0.25,
    "all rise": 35 * 0.2 * 0.04,
    "coins": 0,
    "fine step": 0.28 / 3500 / 0.2,
}
