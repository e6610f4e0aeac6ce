# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`, a list of parents, `_backward` made of a lambda over a list of updates.

accumulated = dict([("a + a", 1 + 1), ("a * a", 2 * 3), ("b = a + a; b + b", 2 * 2)])
