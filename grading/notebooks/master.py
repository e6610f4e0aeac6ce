# SPDX-License-Identifier: MIT
"""Read a day's text master: what an author writes, and the notebook cells that it stands for.

A text master is a Python script in jupytext's percent format. An author writes the header of a check, its claim and
its visible test, and no more::

    # %% check="day1-value-add" points=2
    '''a + b is a node that holds the sum and both parents.'''
    total = Value(2.0) + Value(3.0)
    assert total.data == 5.0, f"2.0 + 3.0 is 5.0. It is {total.data!r}."

The builder adds nbgrader's metadata, the hidden call of the judge after the claim, and the closing line.
:mod:`grading.notebooks.points` writes the points and minutes in the text. CONTRIBUTING lists the headers; a given cell
with ``from="day1-value day1-trace"`` is those cells of earlier days, solved.
"""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

from grading.notebooks import points
from grading.notebooks.cells import grade_id
from grading.notebooks.course import CourseError

BEGIN_HIDDEN = "### BEGIN HIDDEN TESTS"
END_HIDDEN = "### END HIDDEN TESTS"

# The keys of a header, by the key that names the kind of a cell; "" is any other cell.
HEADER_KEYS = {
    "check": {"check", "points", "thinking", "second", "note", "needs", "mend", "closing"},
    "answer": {"answer"},
    "given": {"given", "from"},
    "": {"tags", "jupyter"},
}
OWN_CLOSING = "own"
# JupyterLab and Notebook 7 fold such a cell: they show its first line, and what it shows when it is run.
FOLDED = {"source_hidden": True}
# How the lines of a solved answer begin that no solution has: nbgrader's marks, and the stub of a value.
LEFT_OUT = ("### BEGIN SOLUTION", "### END SOLUTION", "#: ")
# Under this key jupytext keeps what stands behind `# %%` and is no list of keys.
UNREADABLE = "incorrectly_encoded_metadata"


def read(path: Path) -> list[Any]:
    """Return the cells of a text master as they stand in the notebook, read again whenever the file has changed.

    Raises:
        CourseError: A header or a check can't be understood; the text names the file, the cell and the mend.
    """
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, changed: int) -> list[Any]:
    cells, faults = gather(path)
    for fault in faults:
        raise CourseError(f"{path.name}: {fault}")
    return cells


def gather(path: Path) -> tuple[list[Any], list[CourseError]]:
    """Return the cells of a text master, and all that can't be understood; what is faulty stands as it was written."""
    import jupytext

    cells: list[Any] = []
    faults: list[CourseError] = []
    for cell in jupytext.read(path).cells:
        header = {key: value for key, value in cell.metadata.items() if key != "lines_to_next_cell"}
        try:
            cells.append(_expanded(cell, header, path))
        except CourseError as fault:
            faults.append(fault)
            cells.append(_unexpanded(cell, header))
    return cells, faults + points.fill(cells)


def hidden_call(check: str, seed: int | None = None) -> str:
    """Return the lines of a grade cell that ask the judge, with a new seed in each run if none is given."""
    given = "" if seed is None else f", seed={seed}"
    return f'from grading import judge\n\njudge("{check}", globals(){given})'


def _expanded(cell: Any, header: dict[str, Any], path: Path) -> Any:
    """Return the notebook's cell that a master's cell stands for."""
    kind = _kind(header)
    _refuse_unknown_keys(header, kind)
    cell.metadata.clear()
    if kind == "check":
        cell.source = _grade_cell(cell.source, header)
        cell.metadata["nbgrader"] = _nbgrader(header["check"], grade=True, locked=True, points=header["points"])
    elif kind == "answer":
        cell.metadata["nbgrader"] = _nbgrader(header["answer"], solution=True)
    elif kind == "given":
        if "from" in header:
            cell.source = _given_earlier(header, cell.source, path)
        cell.metadata["tags"] = ["given"]
        cell.metadata["nbgrader"] = _nbgrader(header["given"], locked=True)
    else:
        cell.metadata.update(header)
    return cell


def _given_earlier(header: dict[str, Any], own: str, path: Path) -> str:
    """Return the sources of the cells of earlier days that a header names with ``from``; answers come solved.

    Raises:
        CourseError: An earlier day has no such cell, or the cell has a text of its own.
    """
    if own.strip():
        raise CourseError(f"the cell {header['given']}: with from={header['from']!r} it has no text of its own.")
    found = {}
    for wanted in header["from"].split():
        masters = sorted(path.parent.glob(f"{wanted.partition('-')[0]}_*.py"))
        earlier = (cell for master in masters if master.name < path.name for cell in read(master))
        sources = [cell.source for cell in earlier if grade_id(cell) == wanted]
        if not sources:
            raise CourseError(f"the cell {header['given']}: no earlier day has the cell {wanted!r}.")
        found[wanted] = "\n".join(line for line in sources[0].split("\n") if not line.lstrip().startswith(LEFT_OUT))
    return "\n\n\n".join(source.strip("\n") for source in found.values())


def _unexpanded(cell: Any, header: dict[str, Any]) -> Any:
    """Return a faulty cell as one of its kind, so that the rest of the day can be read."""
    kind = _kind(header)
    if kind:
        worth = header.get("points") if isinstance(header.get("points"), (int, float)) else 0
        own = {"grade": True, "locked": True, "points": worth} if kind == "check" else {"solution": kind == "answer"}
        cell.metadata["nbgrader"] = _nbgrader(header[kind], **own)
    return cell


def _kind(header: dict[str, Any]) -> str:
    return next((kind for kind in HEADER_KEYS if kind in header), "")


def _refuse_unknown_keys(header: dict[str, Any], kind: str) -> None:
    if UNREADABLE in header:
        raise CourseError(f'the header {header[UNREADABLE]!r} can\'t be read: write key="text", each text in quotes.')
    unknown = sorted(set(header) - HEADER_KEYS[kind])
    name = header.get(kind, "without a name")
    if unknown:
        known = ", ".join(sorted(HEADER_KEYS[kind]))
        raise CourseError(f"the cell {name}: its header has the unknown key {unknown[0]!r}; there are {known}.")
    if header.get("jupyter", FOLDED) != FOLDED:
        raise CourseError(
            f"the cell {name}: its jupyter can be {json.dumps(FOLDED)}, which folds it, and nothing else."
        )
    for key in sorted(header.keys() - {"points", "tags", "jupyter"}):
        if not isinstance(header[key], str) or not header[key]:
            raise CourseError(f'the cell {name}: its {key} is a text in quotes, such as {key}="...".')


def _nbgrader(name: str, *, grade: bool = False, locked: bool = False, solution: bool = False, **more: Any) -> Any:
    from nbformat import NotebookNode

    own = {"grade": grade, "grade_id": name, "locked": locked, "solution": solution, "task": False}
    return NotebookNode({**own, "schema_version": 3, **more})


def _grade_cell(source: str, header: dict[str, Any]) -> str:
    """Return a grade cell's text: the claim, the hidden call, the visible test, the closing line."""
    check = header["check"]
    if type(header.get("points")) not in (int, float) or header["points"] <= 0:
        raise CourseError(f"the check {check}: its header needs points, such as points=1.")
    end = _end_of_claim(source, check)
    lines = source.split("\n")
    hidden = [BEGIN_HIDDEN, hidden_call(check), END_HIDDEN]
    return "\n".join([*lines[:end], *hidden, *lines[end:], *_closing(header)])


def _end_of_claim(source: str, check: str) -> int:
    """Return the number of lines that the claim takes, the string with which a check opens."""
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise CourseError(f"the check {check} can't be read: {error.msg} in its line {error.lineno}.") from None
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return int(first.end_lineno or 1)
    raise CourseError(f"the check {check} opens with its claim, a sentence in triple quotes; here it does not.")


def _closing(header: dict[str, Any]) -> list[str]:
    """Return the last line of a grade cell, which says that the visible test passes.

    ``note="It looks at the value alone."`` is a sentence after that. With ``needs="class_holds()"`` and
    ``mend="exercise 1.1"`` the line says what to mend first, where what is needed is not true. With ``closing="own"``
    the visible test says it itself.
    """
    check = header["check"]
    if "closing" in header:
        if header["closing"] != OWN_CLOSING:
            raise CourseError(f"the check {check}: closing can be {OWN_CLOSING!r}, not {header['closing']!r}.")
        return []
    if ("needs" in header) != ("mend" in header):
        raise CourseError(f"the check {check}: needs and mend stand together in a header.")
    passes = _quoted(" ".join([f"The visible check of {check} passes.", *filter(None, [header.get("note")])]))
    if "needs" in header:
        other = f"if {header['needs']}", f"else {_quoted('Not looked at: fix ' + header['mend'] + ' first.')}"
        return ["print(", *(f"    {line}" for line in (passes, *other)), ")"]
    return [f"print({passes})"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
