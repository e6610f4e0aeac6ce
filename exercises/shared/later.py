# SPDX-License-Identifier: MIT
"""Import a large package when it is first used, so that reading questions does not wait for it."""

from __future__ import annotations

import importlib
from typing import Any


class Later:
    """Stands for a package or a module: the first attribute that is asked for imports it."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(importlib.import_module(self._name), attribute)
