# SPDX-License-Identifier: MIT
"""Notebooks as editors and platforms write them, made of one that holds right answers.

Some are made by the program itself, the others as its documentation, or what it saves, describes its files.
``python tests/formats.py`` prints the table of them, with the points that each gets.
"""

from __future__ import annotations

import copy
import gzip
import io
import itertools
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ANSWER = "day1-value"
# Where the answer of 1.1 is cut: between two methods, and before a line's end.
METHOD, LINE = "    def __mul__", "* other.data"
NAMED, OTHER = "3f9a1c0e", "b7d2e584"
SPLIT = "its 2 parts count as one answer"
OFF = "not quite what Jupyter saves ({})"


@dataclass(frozen=True)
class Format:
    """One way in which a notebook with right answers arrives."""

    editor: str
    off: str  # what is not as JupyterLab 4 saves it
    make: Callable[[dict[str, Any]], dict[str, Any] | bytes]  # of the notebook, which it may change
    says: str = ""  # a part of what a reader is told; "" for nothing
    reads: bool = True  # whether it is read: else ``says`` is why not
    by: str = "documentation"  # who made it: the program itself, or somebody who read its documentation


def _each(change: Callable[[dict[str, Any]], object], **more: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what changes each cell, and sets keys of the notebook."""

    def make(notebook: dict[str, Any]) -> dict[str, Any]:
        for cell in notebook["cells"]:
            change(cell)
        return {**notebook, **more}

    return make


def _set(*kinds: str, **keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda cell: cell.update(copy.deepcopy(keys)) if cell["cell_type"] in kinds else None


def _without(*keys: str) -> Callable[[dict[str, Any]], object]:
    return lambda cell: [cell.pop(key, None) for key in keys]


def _of(notebook: dict[str, Any]) -> dict[str, Any]:
    return next(cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == ANSWER)


def _after(cell: Callable[[], dict[str, Any]]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what adds a cell behind the answer."""

    def make(notebook: dict[str, Any]) -> dict[str, Any]:
        notebook["cells"].insert(notebook["cells"].index(_of(notebook)) + 1, cell())
        return notebook

    return make


def _split(
    *ids: str | None, at: Iterable[str] = (METHOD,), bare: tuple[int, ...] = (), **more: Any
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what splits the answer as an editor does, with these ids; those in ``bare`` get no metadata."""

    def make(notebook: dict[str, Any]) -> dict[str, Any]:
        whole = _of(notebook)
        text, place = "".join(whole["source"]), notebook["cells"].index(whole)
        cuts = [0, *(text.index(one) for one in at), len(text)]
        parts = [text[start:end].strip("\n") for start, end in itertools.pairwise(cuts)]
        halves = []
        for number, (part, name) in enumerate(zip(parts, ids, strict=True)):
            half = {**copy.deepcopy(whole), "source": part, "id": name}
            halves.append({key: value for key, value in half.items() if key != "id" or name})
            if number in bare:
                halves[-1]["metadata"] = {}
        notebook["cells"][place : place + 1] = halves
        return {**notebook, **more}

    return make


def _no_ids(notebook: dict[str, Any]) -> dict[str, Any]:
    return _each(_without("id"), nbformat_minor=0)(notebook)


def _converted(*command: str, name: str = "a.ipynb") -> Callable[[dict[str, Any]], bytes]:
    """Return what runs programs over a file, and reads the one with a name."""

    def make(notebook: dict[str, Any]) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.ipynb").write_text(json.dumps(notebook), "utf-8")
            for one in command:
                run = [sys.executable, "-m", *one.split()]
                subprocess.run(run, cwd=folder, check=True, capture_output=True)
            return (Path(folder) / name).read_bytes()

    return make


def _older(version: int) -> Callable[[dict[str, Any]], bytes]:
    def make(notebook: dict[str, Any]) -> bytes:
        import nbformat

        return nbformat.writes(nbformat.reads(json.dumps(notebook), 4), version=version).encode()

    return make


def _bare_lines(notebook: dict[str, Any]) -> dict[str, Any]:
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).split("\n")
        cell["metadata"].update(id=f"#VSC-{id(cell):x}", language=cell["cell_type"])
    return {"cells": notebook["cells"]}


def _crlf(notebook: dict[str, Any]) -> bytes:
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    return _text(notebook).replace("\n", "\r\n").encode()


def _text(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def _conflict(notebook: dict[str, Any]) -> bytes:
    """Return what `git merge-file` leaves of two versions."""
    with tempfile.TemporaryDirectory() as folder:
        texts = {
            name: _text(notebook).replace("self.grad = 0.0", f"self.grad = {name}") for name in ("0.0", "1.0", "2.0")
        }
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, "utf-8")
        git = ["git", "merge-file", "-p", "1.0", "0.0", "2.0"]
        return subprocess.run(git, cwd=folder, check=False, capture_output=True).stdout


def _zip(notebook: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("day1_value_class.ipynb", _text(notebook))
    return file.getvalue()


def _percent(notebook: dict[str, Any]) -> bytes:
    return _converted("jupytext --to py:percent a.ipynb", name="a.py")(notebook)


def _doubled(notebook: dict[str, Any]) -> dict[str, Any]:
    return _after(lambda: {**copy.deepcopy(_of(notebook)), "id": NAMED})(notebook)


def _older_attempt(ids: tuple[str, str], first: bool) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what adds a copy of the answer in which `*` adds; the first or the second of the two is the copy."""

    def make(notebook: dict[str, Any]) -> dict[str, Any]:
        whole = _of(notebook)
        place = notebook["cells"].index(whole)
        old = "".join(whole["source"]).replace("self.data * other.data", "self.data + other.data")
        pair = [{**copy.deepcopy(whole), "source": old}, copy.deepcopy(whole)]
        pair = pair if first else pair[::-1]
        notebook["cells"][place : place + 1] = [{**cell, "id": name} for cell, name in zip(pair, ids, strict=True)]
        return notebook

    return make


IDS, OUTPUTS, KEYS, TYPES = (
    OFF.format(f"{kind}") for kind in ("ids of cells", "outputs of cells", "unknown keys", "types of cells")
)

FORMATS = [
    Format("JupyterLab 4.6, Notebook 7", "nothing", lambda notebook: notebook, by="program (nbformat writes it)"),
    Format(
        "JupyterLab 4.6: split",
        "two cells of one answer; the last keeps the id",
        _split(NAMED, ANSWER),
        SPLIT,
        by="program (also in Chromium)",
    ),
    Format(
        "JupyterLab 4.6: split in three",
        "three cells of one answer",
        _split(NAMED, OTHER, ANSWER, at=("    def __repr__", METHOD)),
        "its 3 parts count as one answer",
    ),
    Format("JupyterLab 3: split", "both halves have new ids", _split(NAMED, OTHER), SPLIT),
    Format("JupyterLab 3.0: split", "both halves have the old id", _split(ANSWER, ANSWER), SPLIT),
    Format("JupyterLab 3: saved as 4.4", "ids in a format without", _each(lambda cell: None, nbformat_minor=4), IDS),
    Format(
        "JupyterLite 0.1",
        "ids in 4.4; orig_nbformat",
        lambda notebook: {**notebook, "nbformat_minor": 4, "metadata": {**notebook["metadata"], "orig_nbformat": 4}},
        IDS,
    ),
    Format(
        "classic Notebook 6: split",
        "the second half has neither id nor metadata",
        lambda notebook: _no_ids(_split(ANSWER, None, bare=(1,))(notebook)),
        SPLIT,
    ),
    Format(
        "VS Code",
        "ids with signs outside the pattern; `vscode` metadata",
        _each(
            lambda cell: (
                cell["metadata"].update(vscode={"languageId": "python"}) or cell.update(id=f"#VSC-{id(cell):x}")
            )
        ),
        IDS,
    ),
    Format(
        "VS Code, written by its assistant",
        "lines without line feeds, `#VSC-` ids in the metadata, no `nbformat`",
        _bare_lines,
        "its format number, metadata",
    ),
    Format("VS Code: split", "the second half has no metadata", _split(ANSWER, OTHER, bare=(1,)), SPLIT),
    Format(
        "Positron",
        "ids in 4.2; no `execution_count`",
        lambda notebook: _each(_without("execution_count"), nbformat_minor=2)(notebook),
        OFF.format("ids of cells, outputs of cells"),
    ),
    Format(
        "Colab",
        "4.0 without ids; `id` and `outputId` in the metadata",
        lambda notebook: _no_ids(
            _each(
                lambda cell: cell["metadata"].update(
                    id="aBcDeFgH", outputId="x", colab={"base_uri": "https://localhost"}
                )
            )(notebook)
        ),
    ),
    Format(
        "Colab: split",
        "no ids, the metadata in both halves",
        lambda notebook: _no_ids(_split(None, None)(notebook)),
        SPLIT,
    ),
    Format(
        "Deepnote",
        "`block_group` and others beside a cell",
        _each(lambda cell: cell.update(block_group="4f2c", outputs_reference=None, content_dependencies=None)),
        KEYS,
    ),
    Format(
        "Deepnote, 2021",
        "`outputExpanded`; no ids; `deepnote` in the notebook",
        lambda notebook: _no_ids({**_each(_set("code", outputExpanded=True))(notebook), "deepnote": {}}),
        KEYS,
    ),
    Format(
        "Kaggle",
        "ids in 4.4; `_uuid`, `_cell_guid`",
        _each(lambda cell: cell["metadata"].update(_uuid=NAMED, _cell_guid=OTHER, trusted=True), nbformat_minor=4),
        IDS,
    ),
    Format("Noteable", "text cells with `outputs`", _each(_set("markdown", outputs=[])), OUTPUTS),
    Format(
        "DataSpell, PyCharm",
        "text cells with `outputs` and `execution_count`; `pycharm` metadata",
        _each(
            lambda cell: (
                cell["metadata"].update(pycharm={"name": "#%%\n"}) or cell.update(outputs=[], execution_count=None)
            )
        ),
        OUTPUTS,
    ),
    Format(
        "Azure Data Studio",
        "4.2 without ids; no `execution_count`; `attachments`; CRLF",
        lambda notebook: {
            **_no_ids(
                _each(
                    lambda cell: (
                        cell.pop("execution_count", None)
                        or cell.update(attachments={}, source=[line.replace("\n", "\r\n") for line in cell["source"]])
                    )
                )(notebook)
            ),
            "nbformat_minor": 2,
        },
        "outputs of cells",
    ),
    Format(
        "Databricks",
        "`application/vnd.databricks.v1+cell` metadata, 4.0",
        lambda notebook: _no_ids(
            _each(
                lambda cell: cell["metadata"].update(
                    {"application/vnd.databricks.v1+cell": {"title": "", "nuid": NAMED}}
                )
            )(notebook)
        ),
    ),
    Format(
        "CoCalc",
        "ids of six signs, sources as one text, 4.4",
        _each(lambda cell: cell.update(id=f"{id(cell) % 16**6:06x}", source="".join(cell["source"])), nbformat_minor=4),
        IDS,
    ),
    Format(
        "nteract",
        "`nteract` metadata, `inputHidden`, 4.4 without ids",
        lambda notebook: {
            **_no_ids(
                _each(
                    lambda cell: cell["metadata"].update(inputHidden=False, nteract={"transient": {"deleting": False}})
                )(notebook)
            ),
            "nbformat_minor": 4,
        },
    ),
    Format(
        "Polynote",
        "no `language_info`, another kernelspec",
        lambda notebook: {
            **_no_ids(notebook),
            "metadata": {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}},
        },
    ),
    Format(
        "Hex, SageMaker",
        "cells of the type `sql`",
        _after(lambda: {"cell_type": "sql", "metadata": {}, "source": "SELECT 1", "id": NAMED}),
        TYPES,
    ),
    Format(
        "a chat's answer",
        "cells without `metadata`, `outputs` or `id`",
        lambda notebook: _after(lambda: {"cell_type": "code", "source": ["print(1)"]})(notebook),
        OFF.format("ids of cells, metadata, outputs of cells"),
    ),
    Format(
        "a chat's answer",
        "`nbformat` missing, `metadata` null, no source",
        lambda notebook: {
            **{
                key: value
                for key, value in _after(lambda: {"cell_type": "code", "metadata": None, "outputs": None})(
                    notebook
                ).items()
                if not key.startswith("nbformat")
            },
            "metadata": None,
        },
        "its format number",
    ),
    Format(
        "nbconvert --to notebook",
        "4.5, as nbformat writes it",
        _converted("nbconvert --to notebook --output b a.ipynb", name="b.ipynb"),
        by="program",
    ),
    Format(
        "nbconvert, nbformat_version=3",
        "format 3: worksheets, headings, `input`",
        _converted("nbconvert --to notebook --NotebookExporter.nbformat_version=3 --output b a.ipynb", name="b.ipynb"),
        OFF.format("its format number"),
        by="program",
    ),
    Format(
        "nbformat, version 2",
        "format 2",
        lambda notebook: re.sub(rb'"nbformat": 3', b'"nbformat": 2', _older(3)(notebook)),
        OFF.format("its format number"),
    ),
    Format(
        "jupytext: py:percent and back",
        "ids are new",
        _converted("jupytext --to py:percent a.ipynb", "jupytext --to ipynb --output a.ipynb a.py"),
        by="program",
    ),
    Format(
        "jupytext: MyST and back",
        "ids are new",
        _converted("jupytext --to md:myst a.ipynb", "jupytext --to ipynb --output a.ipynb a.md"),
        by="program",
    ),
    Format(
        "a later Jupyter",
        "format 5",
        lambda notebook: {**notebook, "nbformat": 5, "nbformat_minor": 1, "extra": {}},
        OFF.format("its format number"),
    ),
    Format("Windows Notepad", "a byte order mark", lambda notebook: b"\xef\xbb\xbf" + _text(notebook).encode()),
    Format("PowerShell `>`", "UTF-16", lambda notebook: _text(notebook).encode("utf-16")),
    Format("git autocrlf, an editor on Windows", "CRLF in the file and in the texts", _crlf),
    Format(
        "a sync that failed",
        "zeros or a second end after its end",
        lambda notebook: _text(notebook).encode() + b"\n}\n\0\0",
        "something after its end",
    ),
    Format("copy and paste", "two equal cells", _doubled, "stands 2 times"),
    Format(
        "copy and paste of an older attempt, below",
        "two attempts",
        _older_attempt((ANSWER, NAMED), False),
        "the original counts",
    ),
    Format(
        "copy and paste of an older attempt, above",
        "two attempts",
        _older_attempt((NAMED, ANSWER), True),
        "the original counts",
    ),
    Format("split in the middle of a line", "neither half is Python", _split(NAMED, ANSWER, at=(LINE,)), SPLIT),
    Format("git merge", "conflict marks", _conflict, "git left its conflict marks", reads=False, by="program"),
    Format(
        "a page saved from GitHub",
        "HTML",
        lambda notebook: b"\n<!DOCTYPE html><html>...",
        "this is a web page",
        reads=False,
    ),
    Format(
        "gzip",
        "packed",
        lambda notebook: gzip.compress(_text(notebook).encode()),
        "this is an archive",
        reads=False,
        by="program",
    ),
    Format("zip, renamed", "packed", _zip, "this is an archive", reads=False, by="program"),
    Format(
        "jupytext: py:percent, renamed", "a Python program", _percent, "jupytext --to ipynb", reads=False, by="program"
    ),
    Format(
        "a full disk", "cut off", lambda notebook: _text(notebook).encode()[:9000], "is not valid JSON", reads=False
    ),
    Format(
        "written by hand",
        "a trailing comma",
        lambda notebook: _text(notebook).encode().replace(b'"cells": [', b'"cells": [,'),
        "is not valid JSON",
        reads=False,
    ),
    Format(
        "another program's JSON",
        "no notebook",
        lambda notebook: {"type": "FeatureCollection", "features": []},
        "not a Jupyter notebook",
        reads=False,
    ),
]


def made(one: Format, notebook: dict[str, Any]) -> bytes:
    """Return the file of a format with the answers of a notebook."""
    found = one.make(copy.deepcopy(notebook))
    return found if isinstance(found, bytes) else json.dumps(found).encode()


def main() -> None:
    """Print a row for each format: what is off, who made it, the points, and what is said."""
    import nbformat
    from support import answers_of, filled

    from judge.notebooks import course
    from judge.verdicts import marking

    right = json.loads(nbformat.writes(filled(answers_of(1))))
    folder = Path(tempfile.mkdtemp())
    for place, one in enumerate(FORMATS):
        path = folder / f"{place}.ipynb"
        path.write_bytes(made(one, right))
        try:
            result = marking.grade_file(path)
            points, said = f"{result.points:g}", " ".join(result.warnings)
        except course.CourseError as error:
            points, said = "refused", str(error).removeprefix(f"{path}: ")
        print(f"| {one.editor} | {one.by} | {one.off} | {points} | {said} |", flush=True)


if __name__ == "__main__":
    main()
