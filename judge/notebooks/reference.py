# SPDX-License-Identifier: MIT
"""The reference: the solution cells of an assignment's text master, run in a namespace of their own.

There is no second copy of any solution. A misconception is the same source with a few edits.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.notebooks import course, master
from judge.notebooks.about import about
from judge.notebooks.cells import grade_id, is_solution, owner
from judge.notebooks.current import kept
from judge.run.cells import run_cell


@dataclass(frozen=True)
class Edit:
    """Replace ``old`` by ``new`` in the reference."""

    old: str  # text that stands exactly once in the assignment's answer cells (or in ``cell``)
    new: str  # what stands there instead
    cell: str = ""  # the grade_id of the answer cell to look in; "" for all of the assignment's
    every: bool = False  # replace each occurrence, however many there are


def cells(which: int | str) -> list[Any]:
    """Return the notebook's cells that an assignment's text master stands for, read again when the file has changed."""
    return master.read(course.assignment(which).master)


def source_notebook(assignment: course.Assignment) -> Any:
    """Return the assignment's built notebook, with solutions and hidden tests, in the current language.

    It is kept: whoever changes it copies it.

    Raises:
        CourseError: It has not been built.
    """
    if not assignment.source_notebook.exists():
        raise course.CourseError(
            "{source_notebook} is missing: run `{build}`.",
            source_notebook=assignment.source_notebook,
            build=about().sentences.build,
        )
    return _built(assignment.source_notebook, assignment.source_notebook.stat().st_mtime_ns)


@kept(most=8)
def _built(path: Path, changed: int) -> Any:
    import nbformat  # Asking and deciding need no built notebook: in a page this package is not there.

    return nbformat.v4.reads(path.read_text("utf-8"))  # It was valid when it was built.


def solutions(which: int | str) -> dict[str, str]:
    """Return the source of each answer cell of the assignment by its grade_id, in order."""
    return dict(_solutions(course.assignment(which).name, course.stamp(which)))


@kept(most=16)
def _solutions(assignment: str, changed: int) -> dict[str, str]:
    return {str(grade_id(cell)): cell.source for cell in cells(assignment) if is_solution(cell)}


def load(
    which: int | str, edits: Iterable[Edit] = (), answers: Mapping[str, str] | None = None, forgiving: bool = False
) -> dict[str, Any]:
    """Run an assignment's setup, given and answer cells in order and return their namespace.

    An answer cell without a source in ``answers`` is the reference's; edits apply in order. A forgiving run goes on
    where an answer cell raises, as when a notebook is graded.

    Raises:
        CourseError: An edit's text stands nowhere, or more than once.
        NoEnd: Forgiving, and an answer cell runs more lines than defining things can take.
    """
    sources = {**solutions(which), **(answers or {})}
    for edit in edits:
        apply(edit, sources)
    return _run(which, sources, forgiving)


def given(which: int | str) -> dict[str, Any]:
    """Run an assignment's setup and given cells only and return their namespace: what a learner starts from."""
    return _run(which, {})


def _run(which: int | str, answers: Mapping[str, str], forgiving: bool = False) -> dict[str, Any]:
    assignment = course.assignment(which).name
    namespace: dict[str, Any] = {"__name__": f"reference_{assignment}"}
    for answer, is_given, source in _code(assignment, course.stamp(assignment)):
        if answer in answers:
            name = _as_a_learners(answer, answers[answer]) if forgiving else f"<reference {answer}>"
            run_cell(name, answers[answer], namespace, forgiving=forgiving)
        elif is_given:
            run_cell(f"<reference {assignment}>", source, namespace)
    return namespace


@kept(most=16)
def _code(assignment: str, changed: int) -> list[tuple[str, bool, str]]:
    """Return what can be run of an assignment, in order: the cell's id, whether the course gives it, its text."""
    found = [(str(grade_id(cell) or ""), _is_given(cell), cell.source) for cell in cells(assignment)]
    return [(name, is_given, source) for name, is_given, source in found if name or is_given]


def _is_given(cell: Any) -> bool:
    return bool({"setup", "given"} & set(cell.metadata.get("tags", [])))


def _as_a_learners(answer: str, source: str) -> str:
    """Return a name under which the lines of a cell are found as a notebook's are: errors say in which one they are."""
    name = f"<ipython {answer}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    return name


def defined_by(check: str) -> frozenset[str]:
    """Return the classes and functions that the answer cell of a check's exercise defines."""
    return _defined_by(check, course.stamp(check))


@kept(most=1024)
def _defined_by(check: str, changed: int) -> frozenset[str]:
    answers = solutions(check)
    exercise = owner(check, answers)
    return frozenset(definitions(answers[exercise]) if exercise is not None else ())


def definers(which: int | str, name: str) -> list[str]:
    """Return the grade_ids of the answer cells that define a class, a function or a variable of that name."""
    return [answer for answer, source in solutions(which).items() if name in definitions(source, variables=True)]


def definitions(source: str, variables: bool = False) -> set[str]:
    """Return the names of the classes and functions that a cell defines at its top level, and perhaps of variables."""
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    if variables:
        targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def apply(edit: Edit, answers: dict[str, str]) -> None:
    """Make an edit in the sources of answer cells, in place.

    Raises:
        CourseError: There is no such cell, or its text stands nowhere in it, or more than once.
    """
    if edit.cell and edit.cell not in answers:
        raise course.CourseError(f"there is no answer cell {edit.cell!r}; there are {', '.join(answers)}")
    looked = [edit.cell] if edit.cell else list(answers)
    counts = {name: answers[name].count(edit.old) for name in looked}
    total = sum(counts.values())
    if total == 0:
        raise course.CourseError(f"the text of an edit stands 0 times in {', '.join(looked)}: {edit.old!r}")
    if total > 1 and not edit.every:
        where = ", ".join(name for name, count in counts.items() if count)
        raise course.CourseError(
            f"the text of an edit stands {total} times in {where} (say more, or `every = true`): {edit.old!r}"
        )
    for name, count in counts.items():
        if count:
            answers[name] = answers[name].replace(edit.old, edit.new)
