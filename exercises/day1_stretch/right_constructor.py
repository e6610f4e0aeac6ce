# SPDX-License-Identifier: MIT
"""A right constructor, for a class whose own does not keep its arguments."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

__all__ = ["ANSWERS", "constructor"]

ANSWERS = ("day1-value-",)


def constructor(self: Any, data: float, _prev: Any = (), _op: str | None = None, label: str = "") -> None:
    """Do what the contract says; in a design with a subclass for each operation, the subclass may set the operation."""
    parts = {"data": float(data), "grad": 0.0, "_prev": tuple(_prev), "_op": _op, "label": label}
    if _op is None:
        parts["_op"] = getattr(type(self), "_op", "")
    for name, part in parts.items():
        with suppress(AttributeError):  # A class with __slots__ may have no place for a label.
            setattr(self, name, part)
