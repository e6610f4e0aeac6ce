# SPDX-License-Identifier: MIT
"""The right number for reading ratios."""

from __future__ import annotations

from exercises.shared.digits import about

__all__ = ["ANSWERS", "layer_10"]

ANSWERS = ("day5-ratio-rate",)

layer_10 = about(1e4)
