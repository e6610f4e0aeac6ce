# SPDX-License-Identifier: MIT
"""A right constructor, for a class whose own does not keep what it is handed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

__all__ = ["ANSWERS", "constructor"]

ANSWERS = ("day1-value-",)


def constructor(self: Any, data: float, _prev: Any = (), _op: str | None = None, label: str = "") -> None:
    """Do what the contract says; a subclass for each operation may say the operation itself."""
    parts = {"data": float(data), "grad": 0.0, "_prev": tuple(_prev), "_op": _op, "label": label}
    if _op is None:
        parts["_op"] = getattr(type(self), "_op", "")
    for name, part in parts.items():
        with suppress(AttributeError):  # A class may have no room for a label.
            setattr(self, name, part)
