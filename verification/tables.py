# SPDX-License-Identifier: MIT
"""What each part of a verification reports: a text to print, whether all of it holds, and counts as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Report:
    """What one part found: what is printed, whether all of it holds, and how many there are of each fate."""

    text: str
    holds: bool
    counts: Mapping[str, int] = field(default_factory=dict)


def table(first: str, columns: Sequence[str], rows: Mapping[str, Counter[str]], total: str) -> list[str]:
    """Return a table as lines: how many there are of each kind, row by row, and in ``total`` where there are several.

    ``first`` heads the column that counts all of a row.
    """
    rows = dict(rows)
    if len(rows) != 1:
        rows[total] = sum(rows.values(), Counter())
    cells = [["", first, *columns]]
    cells += [[name, str(sum(row.values())), *(str(row[kind]) for kind in columns)] for name, row in rows.items()]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        f"  {row[0]:<{widths[0]}}"
        + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in cells
    ]
