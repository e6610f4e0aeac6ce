# SPDX-License-Identifier: MIT
# ruff: noqa
# map and operator.attrgetter.

from operator import attrgetter


def column(f, inputs, chosen):
    lifted = [Dual(x, float(i == chosen)) for i, x in enumerate(inputs)]
    return list(map(attrgetter("move"), f(lifted)))


agree = {"Jv": [4, -4], "uJ": [3, 5, 3], "both": 3 * 4 + 1 * -4, "proves": "c"}
