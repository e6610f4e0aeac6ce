# SPDX-License-Identifier: MIT
# ruff: noqa
# Fractions, and letters with a comma between them.

from fractions import Fraction

pairs = ((Fraction(1, 3), 0), (0, Fraction(2, 3)))
stuck = {"lower": pairs, "lowest": Fraction(3, 16), "repairs": "a, c", "unnoticed": 2 * 32}
