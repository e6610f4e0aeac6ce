# SPDX-License-Identifier: MIT
"""Read a learner's notebook, and rebuild what is graded from it.

What is graded is the course's own notebook with the learner's answer cells put in. So a deleted, edited or
doubled test cell costs nobody their grade. Cells that the learner added are kept where they stand and run,
as they would in JupyterLab: an answer may use a helper that is defined in one.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import nbformat

from judge.notebooks import course
from judge.notebooks.cells import (
    EXTRA,
    OWN_WORDS,
    exercise_numbers,
    grade_id,
    is_answer,
    is_grade,
    is_solution,
    made_id,
)
from judge.notebooks.master import hidden_call
from judge.notebooks.reading import LARGEST_FILE as LARGEST_FILE
from judge.notebooks.reading import UnreadableNotebook, put_right
from judge.notebooks.reading import contents as contents
from judge.notebooks.reading import parsed as parsed
from judge.notebooks.reading import read as read
from judge.notebooks.stubs import stub
from judge.run.words import say, template
from reading import notebook_file
from reading.notebook_file import visible, visible_lines

# What a cell defines at its top level, found without reading it as Python: it may be any text.
DEFINES = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)

# The numbers of the exercises, by grade_id. Few notebooks need them, so they are found out late.
Numbers = Callable[[], dict[str, str]]


def assignment_of(notebook: Any, path: str | Path) -> course.Assignment:
    """Return the assignment that a notebook belongs to, by the ids of its cells.

    Raises:
        UnreadableNotebook: No cell of it belongs to this course.
    """
    known = {one.name: one for one in course.assignments()}
    names = (course.of_id(str(grade_id(cell) or cell.get("id", "")), known) for cell in notebook.cells)
    counts = Counter(name for name in names if name is not None)
    if not counts:
        text = template(
            "no exercise of this course stands in it: none of its cells has an id of the course. If another program "
            "removed the ids, `{reset}` (or your day) writes a fresh notebook and keeps yours; copy your "
            "answers into it."
        )
        raise UnreadableNotebook(text, path, reset=course.command("reset", next(iter(known.values()), None)))
    return known[counts.most_common(1)[0][0]]


def rebuild(learner: Any, source: Any, seed: int | None = None) -> tuple[Any, list[str]]:
    """Return the notebook to grade, and what had to be mended, one sentence each.

    It is a copy of the assignment's own notebook without outputs, with the learner's answer cells. Its checks draw
    their inputs from the seed, or each from a new one.
    """
    notes = put_right(learner)
    numbers = cache(partial(exercise_numbers, source))
    chosen, owner = _match(learner, source, numbers, notes)
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
    assignment = str(cell.get("id", "")).rpartition("-")[0]
    if not names or cell.get("id") not in [made_id(assignment, cell.source, number) for number in range(2)]:
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


def _match(learner: Any, source: Any, numbers: Numbers, notes: list[str]) -> tuple[dict[int, Any], dict[int, int]]:
    """Choose the learner's cell for each place of the source: by grade_id, then by cell id, then by text.

    Return them by their places, and the place for each cell of the learner's that was used, by :func:`id`.
    """
    known: dict[tuple[str, str], list[Any]] = {}
    for cell in learner.cells:
        for key in (("grade_id", str(grade_id(cell))), ("id", str(cell.get("id"))), ("text", cell.source)):
            known.setdefault(key, []).append(cell)
    given = {cell["id"] for cell in source.cells}
    # Own words have no grade_id: where an editor leaves out ids, their tag says in order which they are.
    own_words = iter([cell for cell in learner.cells if _is_own_words(cell) and cell.get("id") not in given])
    chosen: dict[int, Any] = {}
    owner: dict[int, int] = {}
    for place, original in enumerate(source.cells):
        found = next((known[key] for key in _keys(original) if key in known), [])
        if not found and _is_own_words(original):
            found = list(itertools.islice(own_words, 1))
        if not found:
            continue
        if is_solution(original):
            chosen[place], used = _answer(learner, original, numbers, notes)
        else:
            chosen[place] = next((cell for cell in found if cell.get("id") == original["id"]), found[0])
            used = [chosen[place]]
            if len(found) > 1 and _counts(original):
                text = template("The cell {name} stands {count} times; the original counts, the copies are left out.")
                notes.append(say(text, name=grade_id(original) or original["id"], count=len(found)))
        owner.update({id(cell): place for cell in used})
    return chosen, owner


def _counts(original: Any) -> bool:
    """Tell whether a cell of the source is an answer or a check."""
    return is_answer(original) or is_grade(original)


def _keys(original: Any) -> list[tuple[str, Any]]:
    """Return by what a cell of the source is looked for among the learner's, in order."""
    keys = [("id", original["id"])]
    name = grade_id(original)
    if name is not None:
        keys.insert(0, ("grade_id", name))
    if not _counts(original):
        keys.append(("text", original.source))
    return keys


def _is_own_words(cell: Any) -> bool:
    return OWN_WORDS in cell.metadata.get("tags", [])


def _answer(learner: Any, original: Any, numbers: Numbers, notes: list[str]) -> tuple[Any, list[Any]]:
    """Return the learner's answer as one cell, and the cells that it is made of."""
    name = str(grade_id(original))
    asked = {one or other for one, other in notebook_file.DEFINES.findall(original.source)}
    released = lambda: stub(original.source, numbers()[name])  # noqa: E731
    found = notebook_file.answer_named(learner.cells, name, asked, original["id"], released)
    cells = [learner.cells[place] for place in found.parts]
    if (count := len(cells) - len(found.unread)) > 1:
        text = template(
            "The answer cell of exercise {number} was split: its {count} parts count as one answer, in their order."
        )
        notes.append(say(text, number=numbers().get(name), count=count))
    for place in found.unread:
        text = template(
            "Python can't read the part of exercise {number} that begins `{first}`, so that part is left out."
        )
        first = learner.cells[place].source.strip().split("\n", 1)[0][:80]
        notes.append(say(text, number=numbers().get(name), first=first))
    if found.others:
        text = template(
            "The answer cell of exercise {number} stands {count} times; the original counts, the copies are left out."
        )
        if original["id"] not in [cell.get("id") for cell in cells]:
            text = template(
                "The answer cell of exercise {number} stands {count} times; the first that you wrote in counts, the "
                "others are left out."
            )
        notes.append(say(text, number=numbers().get(name), count=found.others + 1))
    return nbformat.from_dict({**cells[0], "source": found.text}), cells


def _filled(original: Any, learner: Any, numbers: Numbers, notes: list[str]) -> Any:
    # What it showed is not copied: there are pictures in it.
    cell = nbformat.from_dict({name: value for name, value in original.items() if name != "outputs"})
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    name = grade_id(original)
    if is_answer(original):
        own_words = _is_own_words(original)
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
def visible_line(text: str, number: int) -> int:
    """Return the number that a line of a grade cell has in the released cell; 0 for a hidden one, or for none."""
    numbers = [place for place, _ in visible_lines(text)]
    return numbers.index(number) + 1 if number in numbers else 0


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
