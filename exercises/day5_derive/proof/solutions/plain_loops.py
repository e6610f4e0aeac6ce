# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

spread = {"cases": "abd", "switched": 0.0}
for _ in range(16):
    spread["switched"] += 0.5 * 0.5**2
spread["level"] = 0.5 / 2
spread["level with a leak"] = 0.32
