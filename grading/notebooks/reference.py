# SPDX-License-Identifier: MIT
"""The reference: the solution cells of a day's text master, run in a namespace of their own.

There is no second copy of any solution. A misconception is the same source with a few edits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grading.notebooks import course, master
from grading.notebooks.cells import owner

__all__ = ["Edit", "EditError", "cells", "defined_by", "definers", "given", "load", "solutions"]


class EditError(Exception):
    """An edit does not fit the reference; names the text that was looked for."""


@dataclass(frozen=True)
class Edit:
    """Replace ``old`` by ``new`` in the reference.

    Attributes:
        old: Text that stands exactly once in the day's answer cells (or in ``cell``).
        new: What stands there instead.
        cell: The grade_id of the answer cell to look in; "" for all of the day's.
        every: Replace each occurrence, however many there are.
    """

    old: str
    new: str
    cell: str = ""
    every: bool = False


def cells(which: int | str) -> list[Any]:
    """Return the notebook's cells that a day's text master stands for, read again whenever the file has changed."""
    return master.read(course.day(which).master)


def solutions(which: int | str) -> dict[str, str]:
    """Return the source of each answer cell of the day by its grade_id, in order."""
    return {
        cell.metadata["nbgrader"]["grade_id"]: cell.source
        for cell in cells(which)
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def load(which: int | str, edits: Iterable[Edit] = ()) -> dict[str, Any]:
    """Run a day's setup, given and answer cells and return their namespace.

    Args:
        which: The day, as for :func:`grading.notebooks.course.day`.
        edits: Changes to the answer cells, applied in order.

    Raises:
        EditError: An edit's text stands nowhere, or more than once.
    """
    answers = solutions(which)
    for edit in edits:
        _apply(edit, answers)
    name = course.day(which).name
    namespace: dict[str, Any] = {"__name__": f"reference_{name}"}
    for cell in cells(which):
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id in answers:
            exec(compile(answers[grade_id], f"<reference {grade_id}>", "exec"), namespace)
        elif {"setup", "given"} & set(cell.metadata.get("tags", [])):
            exec(compile(cell.source, f"<reference {name}>", "exec"), namespace)
    return namespace


def given(which: int | str) -> dict[str, Any]:
    """Run a day's setup and given cells only and return their namespace: what a learner starts from."""
    namespace: dict[str, Any] = {"__name__": f"given_{course.day(which).name}"}
    for cell in cells(which):
        if {"setup", "given"} & set(cell.metadata.get("tags", [])):
            exec(compile(cell.source, "<given>", "exec"), namespace)
    return namespace


def defined_by(check: str) -> set[str]:
    """Return the classes and functions that the answer cell of a check's exercise defines."""
    answers = solutions(check)
    exercise = owner(check, answers)
    return definitions(answers[exercise]) if exercise is not None else set()


def definers(which: int | str, name: str) -> list[str]:
    """Return the grade_ids of the answer cells that define a class, a function or a variable of that name."""
    return [grade_id for grade_id, source in solutions(which).items() if name in definitions(source, variables=True)]


def definitions(source: str, variables: bool = False) -> set[str]:
    """Return the names of the classes and functions that a cell defines at its top level.

    Args:
        source: The cell; it can be read.
        variables: Whether to add the variables that it assigns there.
    """
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    if variables:
        targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _apply(edit: Edit, answers: dict[str, str]) -> None:
    looked = [edit.cell] if edit.cell else list(answers)
    counts = {grade_id: answers[grade_id].count(edit.old) for grade_id in looked}
    total = sum(counts.values())
    if total == 0 or (total > 1 and not edit.every):
        raise EditError(f"The text of an edit stands {total} times in {', '.join(looked)}: {edit.old!r}")
    for grade_id, count in counts.items():
        if count:
            answers[grade_id] = answers[grade_id].replace(edit.old, edit.new)
