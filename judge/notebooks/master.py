# SPDX-License-Identifier: MIT
"""Read an assignment's text master: the cells that an author writes, each with nbgrader's metadata.

A text master is a Python script in jupytext's percent format. An author writes the header of a check, its claim and
its visible test, and no more::

    # %% check="day1-value-add" points=2
    '''a + b is a node that holds the sum and both parents.'''
    total = Value(2.0) + Value(3.0)
    assert total.data == 5.0, "2 + 3"

CONTRIBUTING lists the headers. A given cell with ``from="day1-value day1-trace"`` is those cells of earlier
assignments, solved. What is wrong with a header is for the builder to say.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from judge.notebooks.cells import grade_id
from judge.notebooks.current import kept
from judge.notebooks.writing import replace_file

# Between these marks stands what nbgrader leaves out of a released check.
BEGIN_HIDDEN, END_HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
# Each kind of cell by the key of its header that holds its grade_id.
KINDS = ("check", "answer", "given")
# How the lines of a solved answer begin that no solution has: nbgrader's marks, and the stub of a value.
LEFT_OUT = ("### BEGIN SOLUTION", "### END SOLUTION", "#: ")


def read(path: Path) -> list[Any]:
    """Return the cells of a text master, each with its ``header``, read again whenever the file has changed."""
    return _read(path, path.stat().st_mtime_ns)


@kept()
def _read(path: Path, changed: int) -> list[Any]:
    return [_expanded(cell, path) for cell in _cells_of(path)]


def _cells_of(path: Path) -> list[Any]:
    """Return the cells of a text master as jupytext reads them.

    They are kept as JSON, which is read in less time than it takes to import jupytext. The file is not below
    ``source``: nbgrader takes each folder there for an assignment.
    """
    file = path.parent.parent / "__pycache__" / f"{path.stem}.cells.json"
    try:
        made_of = [hashlib.sha256(path.read_bytes()).hexdigest(), version("jupytext")]
    except PackageNotFoundError:  # A page has a reader of its own under that name.
        return _parsed(path)
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        known = json.loads(file.read_bytes())
        if known["made_of"] == made_of:
            return _as_nodes(known["cells"])
    cells = _parsed(path)
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError):  # Nobody may write there, or there is no room.
            replace_file(file, json.dumps({"made_of": made_of, "cells": cells}).encode())
    return cells


def _parsed(path: Path) -> list[Any]:
    import jupytext

    cells: list[Any] = jupytext.read(path).cells
    return cells


def _as_nodes(cells: list[Any]) -> list[Any]:
    import nbformat

    nodes: list[Any] = nbformat.from_dict(cells)
    return nodes


def hidden_call(check: str, seed: int | None = None) -> str:
    """Return the lines of a grade cell that ask the judge, with a new seed in each run if none is given."""
    given = "" if seed is None else f", seed={seed}"
    return f'from grading import judge\n\njudge("{check}", globals(){given})'


def kind_of(header: dict[str, Any]) -> str:
    """Return the kind of a cell by its header; "" for one that is of none."""
    return next((kind for kind in KINDS if kind in header), "")


def earlier(names: str, path: Path) -> dict[str, str]:
    """Return the sources of cells of earlier assignments by their grade_ids, where there are such: answers solved."""
    found = {}
    for wanted in names.split():
        masters = sorted(path.parent.glob(f"{wanted.partition('-')[0]}_*.py"))
        cells = (cell for master in masters if master.name < path.name for cell in read(master))
        for source in [cell.source for cell in cells if grade_id(cell) == wanted][:1]:
            found[wanted] = "\n".join(line for line in source.split("\n") if not line.lstrip().startswith(LEFT_OUT))
    return found


def joined(sources: dict[str, str]) -> str:
    """Return the sources of some cells as that of one."""
    return "\n\n\n".join(source.strip("\n") for source in sources.values())


def _expanded(cell: Any, path: Path) -> Any:
    header = {key: value for key, value in cell.metadata.items() if key != "lines_to_next_cell"}
    kind = kind_of(header)
    cell["header"] = header
    cell.metadata.clear()
    if kind == "check":
        worth = header["points"] if type(header.get("points")) in (int, float) else 0
        cell.metadata["nbgrader"] = _nbgrader(cell.metadata, header["check"], grade=True, locked=True, points=worth)
    elif kind == "answer":
        cell.metadata["nbgrader"] = _nbgrader(cell.metadata, header["answer"], solution=True)
    elif kind == "given":
        if "from" in header and not cell.source.strip():
            cell.source = joined(earlier(str(header["from"]), path))
        cell.metadata["tags"] = ["given"]
        cell.metadata["nbgrader"] = _nbgrader(cell.metadata, header["given"], locked=True)
    else:
        cell.metadata.update(header)
    return cell


def _nbgrader(
    metadata: Any, name: Any, *, grade: bool = False, locked: bool = False, solution: bool = False, **more: Any
) -> Any:
    """Return what nbgrader is told of a cell, of the type of its metadata: nothing of nbformat is imported for it."""
    own = {"grade": grade, "grade_id": str(name), "locked": locked, "solution": solution, "task": False}
    return type(metadata)({**own, "schema_version": 3, **more})
