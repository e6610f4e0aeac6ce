# SPDX-License-Identifier: MIT
"""Write a notebook as the text of its file, quickly, and a file whole.

The notebooks of a class have most of their cells in common, and nbformat takes longer to write one than all its checks
take to be judged. So the text of a cell is kept.
"""

from __future__ import annotations

import json
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat

__all__ = ["replace_file", "text_of"]

# A cell with a large picture is hardly that of somebody else, too.
LONGEST_KEPT = 16_000

EMPTY = '"cells": []'


def text_of(notebook: Any) -> str:
    """Return a notebook in the current format as text, letter for letter as ``nbformat.v4.writes`` does."""
    before, _, after = _written([], notebook).partition(EMPTY)
    cells = [_cell(json.dumps(cell)) for cell in notebook.cells]
    return f'{before}"cells": [{",".join(cells)}\n ]{after}' if cells else before + EMPTY + after


def _cell(cell: str) -> str:
    return _kept(cell) if len(cell) <= LONGEST_KEPT else _cell_written(cell)


@lru_cache(maxsize=1024)
def _kept(cell: str) -> str:
    return _cell_written(cell)


def _cell_written(cell: str) -> str:
    """Return how a cell, given as JSON, stands in a file: all that is between the brackets of a list of it alone."""
    alone = _written([nbformat.from_dict(json.loads(cell))], {"metadata": nbformat.from_dict({})})
    return alone[len('{\n "cells": [') : alone.rindex("\n ],\n")]


def _written(cells: list[Any], others: Any) -> str:
    return str(nbformat.v4.writes(nbformat.NotebookNode({**others, "cells": cells})))


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in the place of another at once: whoever reads it finds the old one or the new one, whole.

    Raises:
        OSError: It can't be written; the error names it.
    """
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            try:
                file.write(data)
                file.close()
                os.chmod(file.name, 0o644)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
