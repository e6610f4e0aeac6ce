# SPDX-License-Identifier: MIT
"""What can't be judged by a fault of the grader: a line in a log, for whoever grades."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

# Silent unless a handler is attached.
LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())
LOG.propagate = False


@contextlib.contextmanager
def faults() -> Iterator[list[str]]:
    """Gather what can't be judged meanwhile, by a fault of the grader: the check, and a traceback, as text."""
    heard: list[str] = []
    listener = logging.Handler()
    listener.emit = lambda record: heard.append(listener.format(record))  # type: ignore[method-assign]
    LOG.addHandler(listener)
    try:
        yield heard
    finally:
        LOG.removeHandler(listener)
