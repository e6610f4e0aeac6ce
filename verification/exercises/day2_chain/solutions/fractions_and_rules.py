# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers of two kinds.

from decimal import Decimal
from fractions import Fraction

chain = {"L": Fraction(169, 4), "dL/dw2": Decimal("-84.5"), "dL/dw1": 26, "dL/db": Fraction(13)}
