# SPDX-License-Identifier: MIT
"""Stands for matplotlib in a browser, where NumPy has no wheel: draws what the course's figures ask for, as SVG.

It knows the functions and the arguments that the cells of Days 1 to 4 use. A figure that asks for another one is not
drawn, and ``gradtools.show_figure`` says so.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

rcParams: dict[str, Any] = {}


@contextlib.contextmanager
def rc_context(changes: Mapping[str, Any]) -> Iterator[None]:
    """Let some settings be others inside this block."""
    before = dict(rcParams)
    rcParams.update(changes)
    try:
        yield
    finally:
        rcParams.clear()
        rcParams.update(before)
