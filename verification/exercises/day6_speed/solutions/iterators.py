# SPDX-License-Identifier: MIT
# ruff: noqa
# Counted in a loop.

speed = {"tensor": len(["X", "W", "b", "@", "+", "tanh"]), "products": 0, "why": " B "}
for _ in range(32):
    speed["products"] += 72 * 32
