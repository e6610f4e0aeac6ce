# SPDX-License-Identifier: MIT
"""The instructor's own solution, run behind the wall before any submission: no honest student pays for the wall."""

from __future__ import annotations

import copy
import importlib.util
import logging
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.nbgraderformat import read
from nbgrader.preprocessors import IncludeHeaderFooter, OverwriteCells

from judge.run.words import say, template
from judge.wall.faults import NothingGraded
from judge.wall.one_notebook import NEEDED_THERE, Checks, is_check
from judge.wall.outside import Needs

NOT_RELEASED = template("{name} is not in the gradebook: run `nbgrader generate_assignment {name}` first.")
NO_SOURCE = template(
    "{path} is missing: your own solution is graded before any submission, so that nobody pays for the wall."
)
NOT_PYTHON = template("{path} is for the kernel {kernel}, and the wall runs Python alone. Nothing is graded.")
FAILS = template(
    "Behind the wall, {check} of {path} gives your own solution {points:g} of {most:g} points, so nothing is graded. "
    "{why}"
)
NOT_ENDED = template(
    "Behind the wall, your own solution in {path} does not come to its end, so nothing is graded: {why}."
)

# What is missing, by the kind of the error that says so.
ELSEWHERE = template("`{module}` lies in {folder}, which notebooks don't see: install it for {python}.")
NOT_INSTALLED = template("`{module}` is not installed for {python}.")
NO_FILE = template("It looks for {path}: what a notebook reads has to lie beside it, in {folder}.")
READ_ONLY = template("It writes to {path}: a notebook may write beside itself and in /tmp.")
NETWORK = template("It asks the network, and there is none: put what it loads into {folder}.")
OTHERWISE = template("{error}. If nbgrader's Validate button finds the same, the solution is at fault, not the wall.")
SILENT = template(
    "No error says why. A line on stderr costs a check all its points, and a value below them costs the rest."
)

NETWORK_ERRORS = re.compile(
    r"URLError|HTTPError|gaierror|Connect(?:ion|or|Timeout)?Error|ConnectionRefusedError|NameResolution\w*|SSLError|MaxRetryError"
)
NO_MODULE = re.compile(r"No module named '([\w.]+)'")
PATH = re.compile(r"'([^']+)'")


@dataclass(frozen=True)
class Found:
    """What the solution says of the checks of a notebook."""

    outside: Mapping[str, Needs]  # those that are judged outside, by their ids, and what they read
    beside: Mapping[str, str]  # the ids of the others, and why they run beside the submission


# Notebooks and files that were found right, by what they are.
_found_right: dict[tuple[Any, ...], Found] = {}
_silent = logging.getLogger("judge.wall.solution")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


def try_out(step: Any, executor: Any, execute: Any) -> dict[str, Found]:
    """Run the source notebooks of an assignment with the checks that the gradebook has, each once for what it is.

    Args:
        step: nbgrader's Autograde.
        executor: The warm process.
        execute: The :class:`judge.wall.preprocessor.ConfinedExecute` of the run.

    Returns:
        By the name of each notebook, what was found.

    Raises:
        NothingGraded: A check loses a point, or a notebook can't be run.
    """
    coursedir = step.coursedir
    found = {}
    with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
        try:
            names = sorted(one.name for one in gradebook.find_assignment(coursedir.assignment_id).notebooks)
        except MissingEntry:
            raise NothingGraded(NOT_RELEASED, name=coursedir.assignment_id) from None
    beside = execute.source_files()
    for name in names:
        path = execute.source_folder / f"{name}.ipynb"
        notebook = _as_submitted(step, path, name)
        _need_python(notebook, path)
        known = (str(path), nbformat.writes(notebook), *map(_stamp, beside), id(executor), *execute.may_fail)
        if known not in _found_right:
            checks = Checks(beside)
            again = copy.deepcopy(notebook)
            why = execute.run(notebook, executor, beside, checks).why
            _need_all_points(notebook, path, why, execute)
            if any(needs.functions for needs in checks.known.values()):
                _need_the_same(again, notebook, execute, executor, checks)
            ids = [cell.metadata.nbgrader.get("grade_id", "") for cell in notebook.cells if is_check(cell)]
            others = {name: checks.why_beside.get(name, "") for name in ids if name not in checks.known}
            _found_right[known] = Found(checks.known, others)
        found[name] = _found_right[known]
    return found


def _need_the_same(notebook: Any, before: Any, execute: Any, executor: Any, checks: Checks) -> None:
    """Let no check be asked if that changes what the solution gets as a submission: something needs a check there."""
    execute.run(notebook, executor, checks.files, Checks(checks.files, checks.known))
    graded = [(cell, old) for cell, old in zip(notebook.cells, before.cells, strict=True) if is_check(cell)]
    if any(utils.determine_grade(cell) != utils.determine_grade(old) for cell, old in graded):
        for name in [name for name, needs in checks.known.items() if needs.functions]:
            checks.run_beside(name, NEEDED_THERE)


def _stamp(file: Any) -> tuple[str, int, int]:
    return file.path, file.size, file.place.stat().st_mtime_ns


def _as_submitted(step: Any, path: Path, name: str) -> Any:
    """Return the source notebook as if it was handed in: with the course's header, and the checks of the gradebook."""
    if not path.is_file():
        raise NothingGraded(NO_SOURCE, path=path)
    with open(path, encoding="utf-8") as file:
        notebook = read(file, as_version=nbformat.current_nbformat)
    coursedir = step.coursedir
    resources = {
        "nbgrader": {"notebook": name, "assignment": coursedir.assignment_id, "db_url": coursedir.db_url},
    }
    around = IncludeHeaderFooter(parent=step)
    for part in ("header", "footer"):  # They are named from the course's folder, wherever this process works.
        if named := getattr(around, part):
            setattr(around, part, str(Path(coursedir.root) / named))
    notebook, resources = around.preprocess(notebook, resources)
    notebook, _ = OverwriteCells(parent=step, log=_silent).preprocess(notebook, resources)
    return notebook


def _need_python(notebook: Any, path: Path) -> None:
    kernel = notebook.metadata.get("kernelspec", {})
    name = str(kernel.get("name", ""))
    written = str(kernel.get("language") or notebook.metadata.get("language_info", {}).get("name") or "")
    if written and not written.lower().startswith("python"):
        raise NothingGraded(NOT_PYTHON, path=path, kernel=name or written)


def _need_all_points(notebook: Any, path: Path, ended: str, execute: Any) -> None:
    for place, cell in enumerate(notebook.cells):
        if not is_check(cell) or cell.metadata.nbgrader.get("grade_id", "") in ("", *execute.may_fail):
            continue
        points, most = utils.determine_grade(cell)
        if points is not None and points < most:
            why = f"{ended}." if ended else _what_is_missing(notebook.cells[: place + 1], execute.source_folder)
            check = cell.metadata.nbgrader["grade_id"]
            raise NothingGraded(FAILS, check=f"`{check}`", path=path, points=points, most=most, why=why)
    if ended:
        raise NothingGraded(NOT_ENDED, path=path, why=ended)


def _what_is_missing(cells: Any, folder: Path) -> str:
    """Return a sentence on the first error that the wall explains; else on the last one."""
    errors = [
        output for cell in cells if cell.cell_type == "code" for output in cell.outputs if output.output_type == "error"
    ]
    for error in errors:
        if said := _of_the_wall(error.ename, error.evalue, folder):
            return said
    if not errors:
        return say(SILENT)
    return say(OTHERWISE, error=f"{errors[-1].ename}: {errors[-1].evalue}".rstrip(".: "))


def _of_the_wall(kind: str, text: str, folder: Path) -> str:
    """Return what an error says of the wall; "" where it may say nothing of it."""
    found = PATH.search(text)
    if kind in ("ModuleNotFoundError", "ImportError") and (module := NO_MODULE.search(text)):
        return _of_module(module[1].partition(".")[0])
    if NETWORK_ERRORS.search(f"{kind} {text}"):
        return say(NETWORK, folder=folder)
    if kind in ("FileNotFoundError", "NotADirectoryError") and found:
        return say(NO_FILE, path=found[1], folder=folder)
    if (kind == "PermissionError" or "Read-only file system" in text) and found:
        return say(READ_ONLY, path=found[1])
    return ""


def _of_module(module: str) -> str:
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        found = None
    if found is None or not found.origin:
        return say(NOT_INSTALLED, module=module, python=sys.prefix)
    return say(ELSEWHERE, module=module, folder=Path(found.origin).parent, python=sys.prefix)
