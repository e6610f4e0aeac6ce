# SPDX-License-Identifier: MIT
# ruff: noqa
# Floats.

speed = {"limit": 1e4, "half": 50.0}
