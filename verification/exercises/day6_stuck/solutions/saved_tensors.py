# SPDX-License-Identifier: MIT
# ruff: noqa
# A function of the share of ones; the letters in a list.

variance = lambda p: p * (1 - p)
stuck = dict(errors=1600.0, everybody=np.float64(0.5), lowest=variance(0.75), repairs=["A", "C"])
