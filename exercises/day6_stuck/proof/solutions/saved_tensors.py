# SPDX-License-Identifier: MIT
# ruff: noqa
# A function of the share of ones; the letters in a list.

variance = lambda p: p * (1 - p)
stuck = dict(
    lower=[[0.1, 0.3], (np.float64(0.2), -5), (0.15, 0)], lowest=variance(0.75), repairs=["A", "C"], unnoticed=96.0
)
