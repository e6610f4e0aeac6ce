# SPDX-License-Identifier: MIT
"""Stands for jupytext in a browser, where a text master is packed as the cells that it stands for."""

import json
from pathlib import Path
from typing import Any


class Node(dict[str, Any]):
    """A part of a notebook, whose entries are attributes, too; nbformat, which has such a type, is slow to load."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def read(path: Path) -> Any:
    """Return the notebook that a packed text master holds."""
    return json.loads(path.read_text("utf-8"), object_hook=Node)
