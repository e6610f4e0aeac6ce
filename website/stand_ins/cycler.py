# SPDX-License-Identifier: MIT
"""Stands for cycler in a browser, where nothing is drawn with it."""

from typing import Any


def cycler(**values: Any) -> None:
    """Return nothing."""
