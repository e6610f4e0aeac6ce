# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.

b = 4
trap = dict([("hides", [b, b - b]), ("turns", (b, -b - 1))])
