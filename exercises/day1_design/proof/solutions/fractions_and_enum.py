# SPDX-License-Identifier: MIT
# ruff: noqa
# `data` is a Fraction, `_op` a member of an enumeration of texts, and a rule is a plain function.

from fractions import Fraction

design = {
    "unnoticed at": Fraction(1),
    "edges from y": 0.0,
    "parents of z": 2.0,
    "not safe": ("B", "C", "E"),
}
