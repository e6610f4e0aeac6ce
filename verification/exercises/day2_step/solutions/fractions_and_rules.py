# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers of two kinds.

from decimal import Decimal
from fractions import Fraction

one_step = {
    "input": "x",
    "way": "up",
    "promised": Fraction(-3, 2),
    "came": Decimal("-1.41"),
    "leverage": 3,
}
