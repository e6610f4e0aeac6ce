# SPDX-License-Identifier: MIT
"""Keeps each cell's lines as their author wrote them, under the numbers that they have in the cell.

IPython rewrites a cell before Python reads it: a line of blanks gets empty, ``%matplotlib inline`` becomes a call, and
empty lines at the beginning are left out. Whoever quotes a line of a cell, or asks whose it is, means the cell as it
stands in the notebook. So a cell is known by the name under which it was compiled, and never by its text.
"""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import os
import re
from typing import Any

from IPython.core.compilerop import CachingCompiler

# What measures a cell runs it under a name of its own, which no line can be found by. Its code is what counts here.
MEASURES = re.compile(r"%%(time|prun)\b")


class CellCompiler(CachingCompiler):
    """Compiles the cells of a notebook, and keeps their own lines."""

    def __init__(self) -> None:
        super().__init__()
        #: The names under which the learner's own cells were compiled.
        self.own: set[str] = set()
        # The cell that runs, and whether the learner wrote it.
        self._cell: tuple[str, bool] = ("", False)
        # By the name of a compiled text, how many lines of the cell stand before it.
        self._before: dict[str, int] = {}

    def begin(self, source: str, is_own: bool) -> None:
        """Note which cell is compiled from now on, as it stands in the notebook."""
        self._cell = source, is_own

    def cache(self, transformed_code: str, number: int = 0, raw_code: str | None = None) -> str:
        """Return the name of a text that is to be compiled, as for :class:`CachingCompiler`; keep the cell's lines."""
        name: str = super().cache(transformed_code, number, raw_code)
        source, is_own = self._cell
        if is_own:
            self.own.add(name)
        written, lines = _lines(source), _lines(transformed_code)
        self._before[name] = _lines_before(written, lines)
        kept = written if self._before[name] + len(lines) == len(written) else lines
        linecache.cache[name] = len(transformed_code), None, kept, name
        # No module is made of a cell. Not knowing that, `inspect` asks all modules for their files, at each step of an
        # error: where PyTorch is imported that takes longer than all else that a cell does.
        inspect.modulesbyfile.update(dict.fromkeys((name, os.path.abspath(name)), ""))
        return name

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> Any:
        """Return the syntax tree of a text; its lines have the numbers of those of the cell."""
        before = self._before.get(filename, 0)
        try:
            tree = super().ast_parse(source, filename, symbol)
        except SyntaxError as error:
            error.lineno = error.lineno and error.lineno + before
            error.end_lineno = error.end_lineno and error.end_lineno + before
            raise
        return ast.increment_lineno(tree, before) if before else tree


def _lines(text: str) -> list[str]:
    """Return the lines of a text as Python counts them, each with its end: a form feed, for one, ends none."""
    return io.StringIO(text if text.endswith("\n") else f"{text}\n", newline=None).readlines()


def _lines_before(written: list[str], lines: list[str]) -> int:
    """Return how many lines of a cell stand before the text that is compiled: empty ones, or the name of a magic."""
    before = len(written) - len(lines)
    return before if before > 0 and written[-1].split() == lines[-1].split() else 0


def without_measuring(lines: list[str]) -> list[str]:
    """Return a cell's lines with the magic at its beginning left empty where that only measures the rest."""
    first = next((place for place, line in enumerate(lines) if line.strip()), None)
    if first is None or not MEASURES.match(lines[first]):
        return lines
    return [*lines[:first], "\n", *lines[first + 1 :]]
