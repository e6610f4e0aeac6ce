# SPDX-License-Identifier: MIT
"""A right norm of gradients."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

__all__ = ["ANSWERS", "right_norm"]

ANSWERS = ("day5-norm-",)


def right_norm(parameters: Iterable[Any]) -> float:
    """Return the norm of the gradients of parameters."""
    return math.hypot(*(parameter.grad for parameter in parameters))
