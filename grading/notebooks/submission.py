# SPDX-License-Identifier: MIT
"""Read a learner's notebook, and rebuild what is graded from it.

What is graded is the course's own notebook with the learner's answer cells put in. So a deleted, edited or
doubled test cell costs nobody their grade. Cells that the learner added are kept where they stand and run,
as they would in JupyterLab: an answer may use a helper that is defined in one.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import nbformat

from grading.notebooks import course
from grading.notebooks.cells import EXTRA, OWN_WORDS, exercises, grade_id, is_answer, is_grade, made_id
from grading.notebooks.master import hidden_call
from grading.run.words import say, template

LARGEST_FILE = 50 * 1024 * 1024
# Of cells, and of their outputs together: each is held against nbformat's rules. No day has 200 cells.
MOST_CELLS, MOST_OUTPUTS = 2_000, 50_000
# Characters of all cells together. A day has 100,000.
MOST_WRITTEN = 2_000_000
# Of the signs between which JSON has its parts. Each part takes a hundred bytes of memory.
MOST_SIGNS = 4_000_000
# Metadata of a notebook that nbformat has rules for.
RULED = {"authors", "kernelspec", "language_info", "orig_nbformat", "title"}

# What a cell defines at its top level, found without reading it as Python: it may be any text.
DEFINES = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)

# The numbers of the exercises, by grade_id. Few notebooks need them, so they are found out late.
Numbers = Callable[[], dict[str, str]]


class UnreadableNotebook(course.CourseError):
    """The file can't be graded; the text is its path and one line, the ``reason``, that says why and what to do."""

    def __init__(self, text: str, path: str | Path, /, **arguments: Any):
        self.reason = say(text, **arguments)
        super().__init__("{path}: {reason}", path=path, reason=self.reason)


def read(path: str | Path, *, outputs: bool = True) -> Any:
    """Return the notebook in a file, in the current format, without outputs where nobody needs them: that is quicker.

    Raises:
        UnreadableNotebook: No such file, not a file, too large, empty, not JSON, or not a notebook of format 4.
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
        raise UnreadableNotebook("the file is empty. Open a saved copy, or restore it with `make reset`.", path)
    if len(data) > LARGEST_FILE:
        raise UnreadableNotebook(
            "the file has {size:.0f} MB; the limit is {most} MB.", path, size=size / 2**20, most=LARGEST_FILE >> 20
        )
    return data


def parsed(data: bytes, path: str | Path, *, outputs: bool = True) -> Any:
    """Return the notebook in the contents of a file, as :func:`read` does.

    Raises:
        UnreadableNotebook: They are not JSON, or not a notebook of format 4; the text names the file.
    """
    path = Path(path)
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_SIGNS:
        raise UnreadableNotebook("the file has too many parts; a notebook of the course has some thousands.", path)
    try:
        text = data.decode("utf-8")
        raw = json.loads(text)
        if "\\ud" in text or "\\uD" in text:  # Half a character, which no file can hold.
            text = json.dumps(raw, ensure_ascii=False).encode("utf-8", "replace").decode()
            raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        raise UnreadableNotebook(
            "the file is not valid JSON ({reason}). It may be cut off.", path, reason=reason
        ) from error
    return _notebook(raw, path, outputs)


def _notebook(raw: Any, path: Path, with_outputs: bool) -> Any:
    if not isinstance(raw, dict) or "nbformat" not in raw:
        raise UnreadableNotebook("this is JSON, but not a Jupyter notebook.", path)
    if (found := raw["nbformat"]) != 4:
        text = template("notebook format {found!r}; format 4 is needed. Open it in JupyterLab and save it.")
        raise UnreadableNotebook(text, path, found=found)
    if not isinstance(raw.get("cells"), list) or not raw["cells"]:
        raise UnreadableNotebook("the notebook has no cells.", path)
    cells = [cell for cell in raw["cells"] if isinstance(cell, dict)]
    shown = 0
    for cell in cells:
        if isinstance(cell.get("outputs"), list):
            shown += len(cell["outputs"])
            cell["outputs"] = cell["outputs"] if with_outputs else []
        if isinstance(cell.get("source"), list):
            with contextlib.suppress(TypeError):  # Not all of its lines are text: nbformat says so.
                cell["source"] = "".join(cell["source"])  # nbformat would go through the lines one by one.
    written = sum(len(cell["source"]) for cell in cells if isinstance(cell.get("source"), str))
    counts = {"cells": len(raw["cells"]), "outputs": shown, "characters": written}
    for (what, count), most in zip(counts.items(), (MOST_CELLS, MOST_OUTPUTS, MOST_WRITTEN), strict=True):
        if count > most:
            text = template("the notebook has {count:,} {what}; the limit is {most:,}.")
            raise UnreadableNotebook(text, path, count=count, what=what, most=most)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Missing cell ids are added; that is no news to a learner.
            return _validated(nbformat.v4.to_notebook(raw))
    except Exception as error:  # nbformat raises many types on malformed structure; each means the same here.
        reason = " ".join(str(error).split())[:120]
        raise UnreadableNotebook("the notebook's structure is damaged ({reason}).", path, reason=reason) from error


def _validated(notebook: Any) -> Any:
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:  # The metadata that nbformat has rules for may be at fault; nobody here reads it.
        for key in RULED & notebook.metadata.keys():
            del notebook.metadata[key]
        for cell in notebook.cells:
            cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in cell.metadata if key == "nbgrader"})
        nbformat.validate(notebook)
    return notebook


def day_of(notebook: Any, path: str | Path) -> course.Day:
    """Return the day that a notebook belongs to, by the ids of its cells.

    Raises:
        UnreadableNotebook: No cell of it belongs to this course.
    """
    known = {one.name: one for one in course.days()}
    names = (str(grade_id(cell) or cell.get("id", "")).split("-")[0] for cell in notebook.cells)
    counts = Counter(name for name in names if name in known)
    if not counts:
        text = template(
            "no exercise of this course stands in it: none of its cells has an id of the course. If another program "
            "removed the ids, `make reset DAY=1` (or your day) writes a fresh notebook and keeps yours; copy your "
            "answers into it."
        )
        raise UnreadableNotebook(text, path)
    return known[counts.most_common(1)[0][0]]


def rebuild(learner: Any, source: Any, seed: int | None = None) -> tuple[Any, list[str]]:
    """Return the notebook to grade, and what had to be mended, one sentence each.

    It is a copy of the day's own notebook without outputs, with the learner's answer cells. Its checks draw their
    inputs from the seed, or each from a new one.
    """
    notes: list[str] = []
    numbers = cache(lambda: {one.id: one.number for one in exercises(source)})
    chosen = _match(learner, source, numbers, notes)
    owner = {id(cell): place for place, cell in chosen.items()}
    extras: dict[int, list[Any]] = {}
    claimed = {grade_id(cell) or cell["id"] for cell in source.cells}
    asked = {name for cell in source.cells if is_answer(cell) for name in DEFINES.findall(cell.source)}
    plain_texts = {cell.source for cell in source.cells}
    anchor = -1
    for cell in learner.cells:
        if id(cell) in owner:
            anchor = owner[id(cell)]
        elif cell.source not in plain_texts and (grade_id(cell) or cell.get("id")) not in claimed:
            extras.setdefault(anchor, []).append(_without_answers(cell, asked))
    cells = _extra_cells(extras.get(-1, []), 0)
    for place, original in enumerate(source.cells):
        cell = _filled(original, chosen.get(place), numbers, notes)
        if seed is not None and is_grade(cell):
            check = str(grade_id(cell))
            cell.source = cell.source.replace(hidden_call(check), hidden_call(check, seed))
        cells.append(cell)
        cells.extend(_extra_cells(extras.get(place, []), len(cells)))
    notes += _elsewhere(cells, numbers)
    notebook = nbformat.v4.new_notebook(metadata=copy.deepcopy(source.metadata))
    notebook.cells = cells  # Later than it is made: each was held against nbformat's rules when it was read.
    return notebook, notes


def _without_answers(cell: Any, asked: set[str]) -> Any:
    """Return an added cell; one that an earlier release gave leaves no name behind that an exercise asks for now.

    The id of a cell that the course gives is made of its text, so an edited one counts as the learner's.
    """
    names = asked & set(DEFINES.findall(cell.source))
    day = str(cell.get("id", "")).partition("-")[0]
    if not names or cell.get("id") not in [made_id(day, cell.source, number) for number in range(2)]:
        return cell
    return nbformat.from_dict({**cell, "source": f"{cell.source}\n\ndel {', '.join(sorted(names))}"})


def _elsewhere(cells: list[Any], numbers: Numbers) -> Iterator[str]:
    """Say which function or class stands in an added cell while the answer cell that is to define it holds a stub."""
    text = template(
        "`{name}` stands in a cell that was added and begins `{first}`, and the answer cell of exercise {number} still "
        "holds its stub: move it there."
    )
    added = [cell.source for cell in cells if EXTRA in cell.id]
    for answer in filter(is_answer, cells):
        is_stub = "raise NotImplementedError(" in answer.source and str(grade_id(answer)) in numbers()
        for name in DEFINES.findall(answer.source) if is_stub else ():
            for source in added:
                if name in DEFINES.findall(source):
                    first = source.split("\n", 1)[0][:80]
                    yield say(text, name=name, first=first, number=numbers()[str(grade_id(answer))])


def _match(learner: Any, source: Any, numbers: Numbers, notes: list[str]) -> dict[int, Any]:
    """Choose the learner's cell for each place of the source: by grade_id, then by cell id, then by text."""
    known: dict[tuple[str, str], list[Any]] = {}
    for cell in learner.cells:
        for key in (("grade_id", str(grade_id(cell))), ("id", str(cell.get("id"))), ("text", cell.source)):
            known.setdefault(key, []).append(cell)
    chosen: dict[int, Any] = {}
    for place, original in enumerate(source.cells):
        name, counts = grade_id(original), is_answer(original) or is_grade(original)
        keys = [("grade_id", name)] * (name is not None) + [("id", original["id"])]
        keys += [("text", original.source)] * (not counts)
        found = next((known[key] for key in keys if key in known), [])
        if len(found) > 1 and counts:
            number = numbers().get(str(name))
            text = template("The cell {name} stands {count} times; the original counts, the copies are left out.")
            if number:
                text = template(
                    "The answer cell of exercise {number} stands {count} times; the original counts, the copies are "
                    "left out."
                )
            notes.append(say(text, name=name or original["id"], number=number, count=len(found)))
        if found:
            chosen[place] = next((cell for cell in found if cell.get("id") == original["id"]), found[0])
    return chosen


def _filled(original: Any, learner: Any, numbers: Numbers, notes: list[str]) -> Any:
    # What it showed is not copied: there are pictures in it.
    cell = nbformat.from_dict({name: value for name, value in original.items() if name != "outputs"})
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    name = grade_id(original)
    if is_answer(original):
        own_words = OWN_WORDS in original.metadata.get("tags", [])
        if learner is not None and (own_words or learner.source.strip()):
            cell.source = learner.source
        elif own_words:
            cell.source = ""
        else:
            gone = template("The answer cell of exercise {number} ({name}) is empty; it counts as not attempted.")
            if learner is None:
                gone = template("The answer cell of exercise {number} ({name}) is missing; it counts as not attempted.")
            notes.append(say(gone, number=numbers()[str(name)], name=name))
            # A stub, so that a name that is still yesterday's is no answer.
            cell.source = f"raise NotImplementedError({say('the answer cell is missing or empty')!r})"
    elif is_grade(original) and (learner is None or learner.source.strip() != visible(original.source).strip()):
        # A solution notebook, graded as it is, still holds the hidden part.
        if learner is None:
            notes.append(say("The check {name} was missing; the original is used.", name=name))
        elif learner.source.strip() != original.source.strip():
            notes.append(say("The check {name} had been edited; the original is used.", name=name))
    return cell


@lru_cache(maxsize=512)
def visible(text: str) -> str:
    """Return a grade cell's source without its hidden part, as nbgrader releases it."""
    return "\n".join(line for _, line in visible_lines(text))


def visible_line(text: str, number: int) -> int:
    """Return the number that a line of a grade cell has in the released cell; 0 for a hidden one, or for none."""
    numbers = [place for place, _ in visible_lines(text)]
    return numbers.index(number) + 1 if number in numbers else 0


def visible_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the visible lines of a grade cell, each with its number in the complete cell."""
    hidden = False
    for number, line in enumerate(text.split("\n"), 1):
        if "BEGIN HIDDEN TESTS" in line:
            hidden = True
        elif "END HIDDEN TESTS" in line:
            hidden = False
        elif not hidden:
            yield number, line


def _extra_cells(cells: list[Any], start: int) -> list[Any]:
    kept = copy.deepcopy(cells)
    for number, copied in enumerate(kept, start):
        copied.metadata = nbformat.from_dict({"tags": [EXTRA]})
        copied["id"] = f"{EXTRA}-{number}"
        if copied.cell_type == "code":
            copied.outputs, copied.execution_count = [], None
        elif copied.cell_type == "raw":
            # A page that shows the notebook would take it for its own HTML.
            copied.metadata["raw_mimetype"] = "text/plain"
        copied.pop("attachments", None)
    return kept
