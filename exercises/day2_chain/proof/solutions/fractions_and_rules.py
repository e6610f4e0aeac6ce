# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers of two kinds.

from decimal import Decimal
from fractions import Fraction

chain = {"dL/dw2": Decimal("-84.5"), "dL/dw1": 26, "times": Fraction(9), "x": Decimal(0)}
