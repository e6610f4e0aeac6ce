# SPDX-License-Identifier: MIT
# ruff: noqa
# Fractions, and letters with a comma between them.

from fractions import Fraction

stuck = {"errors": 40 * 40, "everybody": Fraction(1, 2), "lowest": Fraction(3, 16), "repairs": "a, c"}
