# SPDX-License-Identifier: MIT
"""Reports of the verification, and the tables in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Report:
    """The result of one part: the text to print, whether all of it holds, and the count of each outcome."""

    text: str
    holds: bool
    counts: Mapping[str, int] = field(default_factory=dict)


def table(first: str, columns: Sequence[str], rows: Mapping[str, Counter[str]], total: str) -> list[str]:
    """Return the lines of a table of counts, with a row ``total`` unless there is only one row.

    ``first`` is the heading of the column of sums.
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
