# SPDX-License-Identifier: MIT
"""The right number for reading ratios."""

from __future__ import annotations

from exercises.shared.digits import about

__all__ = ["ANSWERS", "factor"]

ANSWERS = ("day5-ratio-rate",)

factor = about(10)
