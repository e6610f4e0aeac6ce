# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

from functools import reduce

counted = {
    "nodes": 2 * reduce(int.__add__, (3, 3, 1)),
    "parameters": sum(m * n + m for n, m in [(2, 3), (3, 3), (3, 1)]),
}
counted |= {"paths from x1": reduce(int.__mul__, (3, 3, 1)), "paths from w": reduce(int.__mul__, (3, 1))}


def count_parameters(nin, nouts):
    return reduce(lambda found, nout: (found[0] + nout * (found[1] + 1), nout), nouts, (0, nin))[0]
