# SPDX-License-Identifier: MIT
"""A fault that an author made: one line that names the file, the entry, what is wrong and the mend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Something in the course's files that an author has to mend.

    Attributes:
        file: The file as an author writes it, such as ``source/day1_value_class.py``.
        entry: What it is in that file: a line, a cell, the id of a mistake, a probe; "" for the file itself.
        what: What is wrong with it.
        mend: What to do; "" where that is plain.
    """

    file: str
    entry: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        """Return the line that an author reads."""
        what = self.what.rstrip(".") + (f"; {self.mend}" if self.mend else "")
        return " ".join(f"{': '.join(filter(None, (self.file, self.entry, what)))}.".split())
