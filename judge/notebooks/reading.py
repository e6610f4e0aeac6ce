# SPDX-License-Identifier: MIT
"""Read a notebook from a file, whichever editor wrote it: refused is only what is none, with what to do."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import nbformat

import language
from judge.notebooks import course
from judge.run.words import say, template
from reading import notebook_file
from reading.notebook_file import FORMAT, IDS, KEYS, METADATA, OUTPUTS, TEXTS, TYPES

LARGEST_FILE = 50 * 1024 * 1024
# Of cells, and of their outputs together: each is held against nbformat's rules. No assignment has 200 cells.
MOST_CELLS, MOST_OUTPUTS = 2_000, 50_000
# Characters of all cells together. An assignment has 100,000.
MOST_WRITTEN = 2_000_000
# Of the signs between which JSON has its parts. Each part takes a hundred bytes of memory.
MOST_SIGNS = 4_000_000
# Metadata of a notebook that nbformat has rules for.
RULED = {"authors", "kernelspec", "language_info", "orig_nbformat", "title"}

# The key of a notebook in memory that says what was off in its file, and the words for each.
OFF, REST = "put_right", "rest"
KINDS = {
    FORMAT: template("its format number"),
    IDS: template("ids of cells"),
    TYPES: template("types of cells"),
    TEXTS: template("texts of cells"),
    METADATA: template("metadata"),
    OUTPUTS: template("outputs of cells"),
    KEYS: template("unknown keys"),
    REST: template("something after its end"),
}


class UnreadableNotebook(course.CourseError):
    """The file can't be graded; the text is its path and one line, the ``reason``, that says why and what to do.

    Each text may name the command that restores a notebook, as ``{reset}``.
    """

    def __init__(self, text: str, path: str | Path, /, **arguments: Any):
        self.reason = say(text, **{"reset": course.command("reset"), **arguments})
        super().__init__("{path}: {reason}", path=path, reason=self.reason)


def read(path: str | Path, *, outputs: bool = True) -> Any:
    """Return the notebook in a file, in the current format, without outputs where nobody needs them: that is quicker.

    Without outputs it has of the metadata only what the course reads. Whatever else is off is put right in it, and
    :func:`put_right` says so. A format that is older or newer than 4 is read as far as it says the same.

    Raises:
        UnreadableNotebook: No such file, not a file, too large, empty, not JSON, or no notebook.
    """
    return parsed(contents(path), path, outputs=outputs)


def contents(path: str | Path) -> bytes:
    """Return the bytes of a file, read once, since it may change at any time.

    Raises:
        UnreadableNotebook: No such file, not a file, too large, empty, or nobody may read it.
    """
    path = Path(path)
    if not path.exists():
        raise UnreadableNotebook("there is no such file.", path)
    if not path.is_file():
        raise UnreadableNotebook("this is not a file. Name the notebook, which ends in .ipynb.", path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(min(size, LARGEST_FILE) + 1)
    except OSError as error:
        raise UnreadableNotebook("the file can't be read ({why}).", path, why=error.strerror or error) from error
    if not data:
        raise UnreadableNotebook("the file is empty. Open a saved copy, or restore it with `{reset}`.", path)
    if len(data) > LARGEST_FILE:
        raise UnreadableNotebook(
            "the file has {size:.0f} MB; the limit is {most} MB.", path, size=size / 2**20, most=LARGEST_FILE >> 20
        )
    return data


def parsed(data: bytes, path: str | Path, *, outputs: bool = True) -> Any:
    """Return the notebook in the contents of a file, as :func:`read` does.

    Raises:
        UnreadableNotebook: They can't be read as a notebook; the text names the file.
    """
    path = Path(path)
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_SIGNS:
        raise UnreadableNotebook("the file has too many parts; a notebook of the course has some thousands.", path)
    try:
        raw, alone = notebook_file.loads(data)
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        line = _line_of_conflict(data)
        raise UnreadableNotebook(_no_json(data, line), path, reason=reason, line=line) from error
    if not isinstance(raw, dict) or not {"nbformat", "cells", "worksheets"} & raw.keys():
        text = template("this is JSON, but not a Jupyter notebook. Hand in the .ipynb file that you worked in.")
        raise UnreadableNotebook(text, path)
    notebook, off = _notebook(raw, path, outputs)
    # In the metadata, where nbformat allows anything; whoever wrote the file may have written it there, too.
    notebook.metadata[OFF] = [*off, *([] if alone else [REST])]
    return notebook


def put_right(notebook: Any) -> list[str]:
    """Return the sentence that says what was put right in a notebook that was read here; nothing where all was well."""
    kinds = ", ".join(say(KINDS[one]) for one in notebook.metadata.get(OFF, ()) if one in KINDS)
    text = template("The file is not quite what Jupyter saves ({kinds}). That is fixed in a copy and costs no points.")
    return [say(text, kinds=kinds)] if kinds else []


def _line_of_conflict(data: bytes) -> int:
    """Return the number of the first line that git wrote between two versions; 0 where there is none."""
    marks, found = (b"<<<<<<< ", b"=======", b">>>>>>> "), list[int]()
    for number, line in enumerate(io.BytesIO(data), 1):
        if len(found) < len(marks) and line.startswith(marks[len(found)]):
            found.append(number)
    return found[0] if len(found) == len(marks) else 0


def _no_json(data: bytes, line_of_conflict: int) -> str:
    """Return the template that says what a file is that holds no JSON, and what to do."""
    start = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if line_of_conflict:
        return template(
            "git left its conflict marks in the file (line {line}). Keep one version whole: in its folder, run "
            "`git checkout --ours` or `git checkout --theirs` with its name."
        )
    if start.startswith((b"\x1f\x8b", b"pk\x03\x04")):
        return template("this is an archive, not the notebook itself: unpack it first.")
    if start.startswith((b"<!doctype", b"<html")):
        return template(
            "this is a web page, not the notebook itself. Download the file: on GitHub by *Download raw file*."
        )
    if any(line.startswith((b"# %%", b"#%%")) for line in io.BytesIO(data)):
        return template(
            "this is a Python program, not a notebook. Make one of it: `jupytext --to ipynb` with the file's name."
        )
    return template(
        "the file is not valid JSON ({reason}). It may be cut off: go back to a copy that JupyterLab opens, or start "
        "anew with `{reset}`."
    )


def _notebook(raw: dict[str, Any], path: Path, with_outputs: bool) -> tuple[Any, list[str]]:
    count = len(notebook_file.cells_of(raw))
    _limit(path, template("the notebook has {count:,} cells; the limit is {most:,}."), count, MOST_CELLS)
    cells, off = notebook_file.put_right(raw)
    if not cells:
        raise UnreadableNotebook(
            "the notebook has no cells. Save it again in JupyterLab, or restore it with `{reset}`.", path
        )
    shown = sum(len(cell.get("outputs", ())) for cell in cells)
    _limit(path, template("the notebook has {count:,} outputs; the limit is {most:,}."), shown, MOST_OUTPUTS)
    written = sum(len(cell["source"]) for cell in cells)
    _limit(path, template("the notebook has {count:,} characters; the limit is {most:,}."), written, MOST_WRITTEN)
    metadata = raw.get("metadata") if isinstance(raw.get("metadata"), dict) else {}
    if not with_outputs:
        metadata = _only(metadata, {language.KEY})
        for cell in cells:
            cell["metadata"] = _only(cell["metadata"], {"nbgrader", "tags"})
            cell.update({"outputs": []} if "outputs" in cell else {})
    right = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}
    try:
        return (_validated(nbformat.v4.to_notebook(right)) if with_outputs else nbformat.from_dict(right)), off
    except Exception as error:  # nbformat raises many types on malformed structure; each means the same here.
        reason = " ".join(str(error).split())[:120]
        raise UnreadableNotebook("the notebook's structure is damaged ({reason}).", path, reason=reason) from error


def _limit(path: Path, text: str, count: int, most: int) -> None:
    if count > most:
        raise UnreadableNotebook(text, path, count=count, most=most)


def _only(metadata: dict[str, Any], kept: set[str]) -> dict[str, Any]:
    return {key: metadata[key] for key in kept & metadata.keys()}


def _validated(notebook: Any) -> Any:
    """Return a notebook with its outputs, as nbformat's rules want it; they raise where its outputs are not so."""
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:  # The metadata that nbformat has rules for may be at fault; nobody here reads it.
        for key in RULED & notebook.metadata.keys():
            del notebook.metadata[key]
        for cell in notebook.cells:
            cell.metadata = nbformat.from_dict(_only(cell.metadata, {"nbgrader", "tags"}))
        nbformat.validate(notebook)
    return notebook
