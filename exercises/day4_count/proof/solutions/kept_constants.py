# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

from functools import reduce

counted = {"parameters": sum(m * n + m for n, m in [(2, 3), (3, 3), (3, 1)])}
counted |= {"changed": reduce(int.__add__, (9, 12, 3))}
counted |= {"width": 8 - reduce(int.__add__, (1, 1))}
