# SPDX-License-Identifier: MIT
"""Complete the cells of a text master: a check gets the hidden call of the judge and its closing line.

Headers are validated here, too. What a course puts into its texts besides is for it to fill in.
"""

from __future__ import annotations

import ast
import copy
import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from judge.notebooks import master
from judge.notebooks.cells import misplaced
from judge.notebooks.faults import CourseError

# Fills in the texts of a master's cells, in place, and returns the faults.
Fill = Callable[[list[Any]], list[CourseError]]

# The keys allowed in a header, by the kind of its cell; "" is any other cell.
HEADER_KEYS = {
    "check": {"check", "points", "note", "needs", "mend", "closing"},
    "answer": {"answer"},
    "given": {"given", "from"},
    "": {"tags", "jupyter"},
}
OWN_CLOSING = "own"
# What a check prints before its claim.
TICK = "✓ "
# Characters of a text that a line of code prints.
LONGEST_TEXT = 90
# JupyterLab and Notebook 7 fold such a cell to its first line and its output.
FOLDED = {"source_hidden": True}
# How a check is folded: for them, and for Colab.
FOLDED_CHECK = {"jupyter": FOLDED, "cellView": "form"}
# jupytext's key for the text after `# %%` when it is not a list of keys.
UNREADABLE = "incorrectly_encoded_metadata"


def misplaced_cells(cells: list[Any]) -> list[CourseError]:
    """Return the faults of a course that fills nothing in: a check without an exercise, an answer without a card."""
    return [CourseError(sentence) for sentence in misplaced(NotebookNode(cells=cells))]


def completed(path: Path, fill: Fill = misplaced_cells) -> list[Any]:
    """Return the cells of a text master as they are in the notebook.

    Raises:
        CourseError: A header, a check or a placeholder can't be understood; the text names the file, the cell and what
            to do.
    """
    cells, faults = gather(path, fill)
    for fault in faults:
        raise CourseError(f"{path.name}: {fault}")
    return cells


def gather(path: Path, fill: Fill = misplaced_cells) -> tuple[list[Any], list[CourseError]]:
    """Return the cells of a text master and all its faults; a faulty cell is kept as written."""
    cells, faults = copy.deepcopy(master.read(path)), []
    for cell in cells:
        header = cell.pop("header")
        try:
            _refuse_header(header)
            if "check" in header:
                cell.source = _grade_cell(cell.source, header)
                cell.metadata.update(copy.deepcopy(FOLDED_CHECK))
            elif "from" in header:
                _refuse_given(cell.source, header, path)
        except CourseError as fault:
            faults.append(fault)
    return cells, faults + fill(cells)


def _refuse_header(header: dict[str, Any]) -> None:
    kind = master.kind_of(header)
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


def _refuse_given(source: str, header: dict[str, Any], path: Path) -> None:
    """Refuse a given cell that names no cell of an earlier assignment, or that also has its own text."""
    name, wanted = header["given"], header["from"]
    found = master.earlier(wanted, path)
    if source != master.joined(found):
        raise CourseError(f"the cell {name}: with from={wanted!r} it has no text of its own.")
    for missing in [one for one in wanted.split() if one not in found]:
        raise CourseError(f"the cell {name}: no earlier day has the cell {missing!r}.")


def _grade_cell(source: str, header: dict[str, Any]) -> str:
    """Return a grade cell's text: the claim, the hidden call, the visible test, the closing line."""
    check = header["check"]
    if type(header.get("points")) not in (int, float) or header["points"] <= 0:
        raise CourseError(f"the check {check}: its header needs points, such as points=1.")
    if master.BEGIN_HIDDEN in source:
        raise CourseError(
            f"the check {check} has hidden tests of its own, which would cost nobody a point: write them as questions "
            "in probes.py."
        )
    claim = _claim(source, check)
    lines = source.split("\n")
    end = claim.end_lineno or 1
    hidden = [master.BEGIN_HIDDEN, master.hidden_call(check), master.END_HIDDEN]
    return "\n".join([*lines[:end], *hidden, *lines[end:], *_closing(header, str(claim.value), source)])


def _claim(source: str, check: str) -> ast.Constant:
    """Return the claim, the string at the start of a check."""
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise CourseError(f"the check {check} can't be read: {error.msg} in its line {error.lineno}.") from None
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    raise CourseError(f"the check {check} opens with its claim, a sentence in triple quotes; here it does not.")


def _closing(header: dict[str, Any], claim: str, source: str) -> list[str]:
    """Return the last lines of a grade cell, which print its claim with a tick.

    ``note="It checks only the value."`` is printed in place of the claim: the visible test says no more than that. With
    ``needs="class_holds()"`` and ``mend="exercise 1.1"`` the visible test stands in ``if class_holds():``, and
    otherwise a line says what to fix first; several needs and their mends are joined by ``and``. With
    ``closing="own"`` the visible test prints its own line.
    """
    check = header["check"]
    if "closing" in header:
        if header["closing"] != OWN_CLOSING:
            raise CourseError(f"the check {check}: closing can be {OWN_CLOSING!r}, not {header['closing']!r}.")
        return []
    if ("needs" in header) != ("mend" in header):
        raise CourseError(f"the check {check}: needs and mend stand together in a header.")
    passes = printed_claim(header.get("note") or claim)
    if "needs" not in header:
        return _printed(passes)
    last = ast.parse(source).body[-1]
    if not isinstance(last, ast.If) or last.orelse or ast.unparse(last.test) != header["needs"]:
        raise CourseError(f"the check {check}: its visible test ends with the block `if {header['needs']}:`.")
    needs, mends = header["needs"].split(" and "), header["mend"].split(" and ")
    if len(needs) != len(mends):
        needs, mends = [header["needs"]], [header["mend"]]
    lines = _printed(passes, "    ")
    for place, mend in enumerate(mends, 1):
        other = f"elif not {needs[place - 1]}:" if place < len(mends) else "else:"
        lines += [other, *_printed(f"Not looked at: fix {mend} first.", "    ")]
    return lines


def printed_claim(claim: str) -> str:
    """Return what a check prints that passes: a tick and its claim. A printed text shows no code marks."""
    return f"{TICK}{' '.join(claim.split()).replace('`', '')}"


def _printed(text: str, indent: str = "") -> list[str]:
    """Return the lines that print a text, none longer than a reader has in sight."""
    if len(text) <= LONGEST_TEXT:
        return [f"{indent}print({_quoted(text)})"]
    parts = textwrap.wrap(text, LONGEST_TEXT, drop_whitespace=False)
    return [f"{indent}print(", *(f"{indent}    {_quoted(part)}" for part in parts), f"{indent})"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
