# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers of two kinds.

from decimal import Decimal
from fractions import Fraction

long_step = {"breaks": (Fraction(8, 5), Decimal("0.21")), "lowest": Fraction(5, 6), "parts": Decimal("18")}
