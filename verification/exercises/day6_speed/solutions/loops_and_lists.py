# SPDX-License-Identifier: MIT
# ruff: noqa
# Floats, and a small letter.

speed = {"tensor": 6.0, "products": 73728.0, "why": "b"}
