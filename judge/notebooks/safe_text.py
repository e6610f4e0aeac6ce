# SPDX-License-Identifier: MIT
"""Strangers' text where some characters are commands: in a terminal, and in a table that a spreadsheet opens."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

LONGEST_LINE = 400

# A spreadsheet runs a cell that begins so, and some split a row at other signs than a comma.
_FORMULA = re.compile(r"(?:^|(?<=[,;|]))(?=\s*[=+\-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
                      r"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}])")  # fmt: skip


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text as one line for a terminal: other signs are written out, and the middle of a long one left out."""
    short = text if len(text) <= longest else f"{text[: longest // 2]}...{text[-longest // 2 :]}"
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in short)


def lines(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text as lines for a terminal, each as :func:`line` does."""
    return "\n".join(line(one, longest) for one in text.splitlines())


def table(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as a CSV file in which no text is a formula for a spreadsheet; numbers stay as they are.

    By its first three bytes Excel knows that it is UTF-8.
    """
    file = io.StringIO(newline="")
    csv.writer(file).writerows([_cell(cell) for cell in row] for row in rows)
    return file.getvalue().encode("utf-8-sig", "replace")


def _cell(value: object) -> object:
    if value is None or isinstance(value, (int, float)):
        return value
    text = "".join(sign if sign.isprintable() else " " for sign in str(value))
    return _FORMULA.sub("'", text)
