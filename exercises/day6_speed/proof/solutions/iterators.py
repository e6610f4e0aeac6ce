# SPDX-License-Identifier: MIT
# ruff: noqa
# Quotients.

speed = {"limit": 20 / 0.002, "half": 0.1 / 0.002}
