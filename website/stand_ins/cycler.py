# SPDX-License-Identifier: MIT
"""Stands for cycler in a browser, beside what stands for matplotlib there."""

from typing import Any


def cycler(**values: list[Any]) -> list[dict[str, Any]]:
    """Return the looks of one line after the other, from a list for each property."""
    return [dict(zip(values, each, strict=True)) for each in zip(*values.values(), strict=True)]
