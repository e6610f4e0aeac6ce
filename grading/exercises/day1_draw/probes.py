# SPDX-License-Identifier: MIT
"""What is asked of the three graphs drawn as lists of edges."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.graphs import listed
from grading.exercises.shared.probe import Namespace, probe, written


def pair_of(entry: Any) -> str:
    """Return a pair of names as text; an entry that is no pair is said to be none."""
    if isinstance(entry, (str, bytes)) or not hasattr(entry, "__len__") or len(entry) != 2:
        return f"{entry!r}, which is no pair"
    parent, child = entry
    return f"({str(parent).strip()}, {str(child).strip()})"


def _drawing(index: int) -> None:
    def pairs(namespace: Namespace) -> Any:
        return sorted(pair_of(entry) for entry in written(namespace[f"graph_{index}"]))

    pairs.__name__ = f"graph_{index}"
    probe(
        f"day1-draw-{index}",
        f"the edges in `graph_{index}`",
        "each use of a node is one pair (parent, child)",
        phrase=listed,
        reveal=False,
        many=True,
    )(pairs)


for _index in (1, 2, 3):
    _drawing(_index)
