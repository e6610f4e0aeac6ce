# SPDX-License-Identifier: MIT
"""Whether memory is why a process came to its end."""

from __future__ import annotations

from judge.run.words import template

NO_MEMORY = template("It used up its memory")
MUCH_MEMORY = template("It took a lot of memory, and could not be interrupted")
# Of the memory that a process may have: whoever had 80% of it had no more to take; and no solution needs a quarter.
NEARLY_ALL, A_LOT = 0.8, 0.25


def end_by_memory(taken: int, most: int, is_late: bool) -> str:
    """Return how memory brought a process to its end, a template without a full stop; "" where it did not.

    Args:
        taken: The most bytes of memory that it had at a time.
        most: How many it may have.
        is_late: Whether it was ended since it could not be interrupted.
    """
    # A process without memory is ended by the system, or is busy with its last bytes and hears nothing.
    if taken >= NEARLY_ALL * most:
        return NO_MEMORY
    if is_late and taken >= A_LOT * most:
        return MUCH_MEMORY
    return ""
