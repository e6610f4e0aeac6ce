# SPDX-License-Identifier: MIT
"""Stands for cycler in a browser, where nothing is drawn with it."""

from typing import Any


def cycler(**values: Any) -> None:
    """Take the values of a plot's properties, and return None: nothing is drawn."""
