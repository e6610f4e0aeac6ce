# SPDX-License-Identifier: MIT
"""Which cells of a notebook have to run so that its checks can be asked.

Setup, given and answer cells, and the checks. Demonstrations are the course's own text, and a learner's experiments
are nobody's business: of both only those run that define a name which an answer, or a check, uses and nothing else
defines, such as a helper.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from functools import lru_cache
from typing import Any

from judge.notebooks.cells import is_answer, is_grade
from judge.notebooks.submission import visible

# What IPython reads and Python does not: a line of its own, and what stands to the right of `=`.
_ALONE = re.compile(r"^([ \t]*)(?:[%!?].*|[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)
_GIVEN = re.compile(r"^([\w., \t]+=)[ \t]*[%!].*$", re.MULTILINE)


def needed(notebook: Any) -> list[int]:
    """Return the places of the code cells that have to run, in order; grade cells are among them."""
    code = {place: cell for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"}
    # Of a grade cell only what a learner sees counts.
    texts = {place: visible(cell.source) if is_grade(cell) else str(cell.source) for place, cell in code.items()}
    names = {place: _names(text) for place, text in texts.items()}
    definers: dict[str, list[int]] = {}
    for place in code:
        for name in names[place][0]:
            definers.setdefault(name, []).append(place)
    further = {place for place, cell in code.items() if is_answer(cell) or is_grade(cell) or is_given(cell)}
    chosen: set[int] = set()
    known = set(vars(builtins))
    while further:
        chosen |= further
        known.update(*(names[place][0] for place in further))
        missing = set().union(*(names[place][1] for place in further)) - known
        further = {place for name in missing for place in definers.get(name, ())}
    return sorted(chosen)


def is_given(cell: Any) -> bool:
    """Tell whether a cell is the day's setup, or code that the course gives."""
    return bool({"setup", "given"} & set(cell.metadata.get("tags", [])))


@lru_cache(maxsize=4096)
def _names(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a cell defines at its top level, and those that it uses from outside of it."""
    try:
        table = symtable.symtable(_as_python(source), "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(), frozenset()
    defined = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    waiting = table.get_children()
    while waiting:
        inner = waiting.pop()
        waiting += inner.get_children()
        outside = [symbol for symbol in inner.get_symbols() if symbol.is_global()]
        defined.update(symbol.get_name() for symbol in outside if symbol.is_assigned())
        used.update(symbol.get_name() for symbol in outside if symbol.is_referenced())
    return frozenset(defined), frozenset(used)


def _as_python(source: str) -> str:
    """Return a cell without its magics, which Python can't read; as quickly for a thousand of them as for one."""
    try:
        compile(source, "cell", "exec", flags=ast.PyCF_ONLY_AST)
    except SyntaxError:
        return _GIVEN.sub(r"\1 None", _ALONE.sub(r"\1pass", source))
    return source
