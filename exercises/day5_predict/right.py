# SPDX-License-Identifier: MIT
"""The right border: where the slope of tanh falls below a quarter."""

from __future__ import annotations

import math

from exercises.shared.digits import about

__all__ = ["ANSWERS", "border"]

ANSWERS = ("day5-predict-border",)

border = about(math.atanh(math.sqrt(0.75)))
