# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.

e, w = 2.5, -3
by_x, by_b = 2 * e * w, 2 * e
long_step = dict(breaks=[e / -w, e + 0.001], lowest=-e / w, parts=6 * abs(by_x / by_b))
