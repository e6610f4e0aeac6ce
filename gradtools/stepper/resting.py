# SPDX-License-Identifier: MIT
"""Python's collector of cycles rests while a figure is made."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

__all__ = ["collector_rests"]


@contextlib.contextmanager
def collector_rests() -> Iterator[None]:
    """Keep the collector from searching all objects again and again while many are made that stay.

    A figure of 2,000 nodes is some 20,000 lists and dictionaries; the searches took as long as all the rest.
    """
    ran = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if ran:
            gc.enable()
