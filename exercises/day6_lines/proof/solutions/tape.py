# SPDX-License-Identifier: MIT
# ruff: noqa
# The same letters, written in another way.

changes = dict([("lines", "A, B, E, H"), ("ones", "B")])
