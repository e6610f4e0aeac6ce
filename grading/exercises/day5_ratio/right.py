# SPDX-License-Identifier: MIT
"""The right numbers for reading ratios."""

from __future__ import annotations

from grading.exercises.day5_derive.digits import about

__all__ = ["ANSWERS", "share", "steps"]

ANSWERS = ("day5-ratio-reading",)

steps, share = about(1000.0), about(3e-8)
