# SPDX-License-Identifier: MIT
"""A right constructor, for a class whose own can't be called: from Day 3 on the notebook gives it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

ANSWERS = ("day1-value-", "day2-value-add")


def constructor(self: Any, data: float, _prev: Any = (), _op: str = "", label: str = "") -> None:
    """Do what the contract says."""
    parts = {"data": float(data), "grad": 0.0, "_prev": tuple(_prev), "_op": _op, "label": label}
    for name, part in {**parts, "_backward": lambda: None}.items():
        with suppress(AttributeError):  # A class with __slots__ may have no place for a label.
            setattr(self, name, part)
