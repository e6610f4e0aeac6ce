# SPDX-License-Identifier: MIT
"""How far a loop is, as a bar that is silent wherever nobody watches; and how far the learner is in the course."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from .standing import show_standing

# The first is set while a program runs the notebook. A bar there would end up in saved outputs, or cost points.
SILENCING = ("NBGRADER_EXECUTION", "CI")


def progress(iterable: Iterable[Any] | None = None, label: str = "") -> Iterator[Any] | None:
    """Show how far a loop is; without a loop, how far you are in the course: points, and what is next.

    Args:
        iterable: What to loop over; without it the table of the days is shown.
        label: What is being done, shown before the bar.

    Returns:
        The items, unchanged. While a notebook is graded, built or tested no bar is shown.
    """
    if iterable is None:
        show_standing()
        return None
    return _with_bar(iterable, label)


def _with_bar(iterable: Iterable[Any], label: str) -> Iterator[Any]:
    if any(os.environ.get(name) for name in SILENCING):
        yield from iterable
        return
    from tqdm import tqdm

    # Written to stdout: nbgrader gives a cell that writes to stderr no points.
    yield from tqdm(iterable, desc=label, file=sys.stdout, leave=False, ncols=80, mininterval=0.2)
