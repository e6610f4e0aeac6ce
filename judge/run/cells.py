# SPDX-License-Identifier: MIT
"""Run an assignment's cells in this process, one after the other in one namespace, as a notebook's kernel does."""

from __future__ import annotations

import contextlib
from functools import lru_cache
from types import CodeType
from typing import Any

from judge.run.bounded import bounded

# Lines of Python that an answer cell may run while it is loaded: it only defines things.
LOAD_LINES = 200_000


def run_cell(name: str, source: str, namespace: dict[str, Any], *, forgiving: bool = False) -> None:
    """Run a cell in the namespace of the cells before it, which gets what this one defines.

    A traceback calls it by its ``name``, such as ``<reference day1-value>``. A forgiving run ignores an error of the
    cell, as when a notebook is graded.

    Raises:
        NoEnd: Forgiving, and the cell runs more lines than defining things can take.
    """
    if not forgiving:
        exec(_compiled(source, name), namespace)
        return
    with contextlib.suppress(Exception):
        bounded(exec, _compiled(source, name), namespace, lines=LOAD_LINES)


@lru_cache(maxsize=4096)
def _compiled(source: str, name: str) -> CodeType:
    # Kept: most cells of an assignment are the same for every mistake, and reading them takes longer than running them.
    # A notebook's cells know nothing of this file's `from __future__ import annotations`.
    return compile(source, name, "exec", dont_inherit=True)


def definitions(thing: Any) -> list[CodeType]:
    """Return the code objects of a function or of a class's methods; equal sources have equal ones."""
    parts = list(vars(thing).values()) if isinstance(thing, type) else [thing]
    return [part.__code__ for part in parts if hasattr(part, "__code__")]
