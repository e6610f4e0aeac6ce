# SPDX-License-Identifier: MIT
"""Stands for jupytext in a browser, where a text master is packed as the cells that it stands for."""

from pathlib import Path
from typing import Any

import nbformat


def read(path: Path) -> Any:
    """Return the notebook that a packed text master holds."""
    return nbformat.reads(path.read_text("utf-8"), as_version=4)
