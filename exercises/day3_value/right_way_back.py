# SPDX-License-Identifier: MIT
"""A right way back through a graph, for what is asked of single rules."""

from __future__ import annotations

from typing import Any

from judge.asking.kept_away import KeptAway

ANSWERS = ("day3-value-backward-",)

right_sort = KeptAway("exercises.day3_value.right_sort")


def drive(out: Any, upstream: float) -> None:
    """Send ``upstream`` back from ``out``, calling each node's own ``_backward`` once, in order."""
    order = right_sort.sorted_nodes(out)
    out.grad = upstream
    for node in reversed(order):
        node._backward()
