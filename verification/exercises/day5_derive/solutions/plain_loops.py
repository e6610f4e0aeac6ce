# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

spread = {"one product": 2.25, "mixed": "B", "sum": 0.0}
for _ in range(16):
    spread["sum"] += 2.25
spread["spread of the sum"] = 6
spread["factor"] = 6 / 3
spread["level"] = 0.5 / 2
spread["level with ReLU"] = 0.35
