# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

nodes = ("h1.1", "h1.2", "h1.3", "h2.1", "h2.2", "h2.3", "h3.1", "z1.1", "z1.2", "z1.3", "z2.1", "z2.2", "z2.3", "z3.1")
counted = {"all": 25, "layer 3": 4, "layer 2": 12, "layer 1": 9}


def count_parameters(nin, nouts):
    if not nouts:
        return 0
    return nouts[0] * (nin + 1) + count_parameters(nouts[0], nouts[1:])
