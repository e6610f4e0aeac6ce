# SPDX-License-Identifier: MIT
# ruff: noqa
# map and operator.attrgetter.

from operator import attrgetter


def column(f, inputs, chosen):
    lifted = [Dual(x, float(i == chosen)) for i, x in enumerate(inputs)]
    return list(map(attrgetter("move"), f(lifted)))


agree = {"Jv": [4, -4], "uJ": [3, 5, 3], "misses": [[3, 1], [2, 1, 2]]}
