# SPDX-License-Identifier: MIT
"""The warm processes of a course: which there are, what each prepares, and how they are ended.

A warm process has imported what an assignment's notebooks import. Each notebook runs in a fork of it.
"""

from __future__ import annotations

import contextlib
import os
import sysconfig
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from judge.asking.folders import folder
from judge.asking.questions_package import imported, package
from judge.notebooks import reference
from judge.notebooks.about import about
from judge.notebooks.cells import grade_id, is_answer, is_solution
from judge.notebooks.course import Assignment, assignments, stamp
from judge.notebooks.current import PROJECT, current, kept
from judge.run import garbage
from judge.run.confined.client import Executor, Settings
from judge.run.confined.client import NotConfinedHere as NotConfinedHere
from judge.run.confined.selftest import ATTACKS, ONE_WALL, selftest
from judge.run.words import say
from judge.verdicts.needed import is_given

# Packages of the grader that no notebook can import, whatever the course says.
OWN = ("judge", "grading")

# By the process that started or shares it, whether it is confined, its questions, and the modules that it prepares.
_started: dict[tuple[str, ...], Executor] = {}
# By the same, those that are still getting ready.
_begun: dict[tuple[str, ...], Executor] = {}


def begin(assignment: Assignment, confined: bool) -> None:
    """Begin the warm process of an assignment, which gets ready while this process does something else.

    :func:`executor_of` waits for it. Where it can't begin, that says why.
    """
    settings = settings_for(assignment, confined)
    key = _key(os.getpid(), settings)
    if key not in _started and key not in _begun:
        with contextlib.suppress(NotConfinedHere):
            _begun[key] = _new(settings)


def is_getting_ready(assignment: Assignment, confined: bool) -> bool:
    """Tell whether :func:`executor_of` would have to wait for what :func:`begin` began."""
    begun = _begun.get(_key(os.getpid(), settings_for(assignment, confined)))
    return begun is not None and not begun.has_answered()


def executor_of(assignment: Assignment, confined: bool) -> Executor:
    """Return the warm process of an assignment: one for all that need the same, started when it is needed.

    A process that was forked from this one, such as a worker of :mod:`grading.batch`, shares it, and starts
    its own if that one was killed. On macOS workers are not forked, and a worker of dask is a separate process: each of
    them starts one. Where strangers' code is ``confined``, the process is attacked from inside before it is used.

    Raises:
        NotConfinedHere: It can't be confined on this machine.
    """
    settings = settings_for(assignment, confined)
    key = _key(os.getpid(), settings)
    known = _started.get(key)
    if known is not None and known.is_alive():
        return known
    if known is not None:  # It was killed; what stood below it goes with its connection.
        _started.pop(key).close()
    of_parent = _started.get(_key(os.getppid(), settings))
    if of_parent is not None and of_parent.is_alive():
        _started[key] = of_parent.shared()
    else:
        _started[key] = _start(_begun.pop(key, None) or _new(settings), confined)
    return _started[key]


def _key(process: int, settings: Settings) -> tuple[str, ...]:
    return str(process), str(settings.confined), settings.asked["folder"], *settings.modules


def _new(settings: Settings) -> Executor:
    """Return a new warm process that gets ready, and ends with this one.

    Raises:
        NotConfinedHere: It can't be confined on this machine, or can't be started.
    """
    executor = Executor(settings)
    # In a process that multiprocessing began, too.
    Finalize(None, executor.close, exitpriority=0)
    return executor


def _start(executor: Executor, confined: bool) -> Executor:
    """Return a warm process once it is ready and, where it is confined, was attacked from inside.

    Raises:
        NotConfinedHere: It can't be confined on this machine.
    """
    executor.get_ready()
    try:
        if confined:
            selftest(executor)
    except BaseException:
        executor.close()
        raise
    return executor


def tried_out(assignment: Assignment) -> tuple[int, list[str]]:
    """Attack the warm process of an assignment from inside; return how many ways were tried, and which limits lack.

    Raises:
        NotConfinedHere: One got through, or nothing can be confined on this machine.
    """
    limits = selftest(executor_of(assignment, True))
    return len(ATTACKS), [limits, *missing_walls()]


def missing_walls() -> list[str]:
    """Return what the confinement of this process's notebooks lacks on this machine, a sentence each."""
    confined = [executor for (_, is_confined, *_), executor in _started.items() if is_confined == str(True)]
    lacks_one = any(not executor.has_second_wall for executor in confined)
    return [say(ONE_WALL)] if lacks_one else []


def close_executors() -> None:
    """End the warm processes of this process; the next notebook starts one anew."""
    for known in (_started, _begun):
        for key in [key for key in known if key[0] == str(os.getpid())]:
            known.pop(key).close()


def load(assignment: Assignment) -> None:
    """Import what takes long of what an assignment's notebooks import, for all processes forked from this one."""
    modules = set(settings_for(assignment, True).modules) & set(about().process.where_named.values())
    with garbage.not_looked_for():
        for module in modules:
            imported(module)


def settings_for(assignment: Assignment, confined: bool) -> Settings:
    """Return what a warm process for an assignment prepares; those that import the same share one."""
    process = about().process
    modules, _ = _needs_of(assignment, stamp(assignment.name))
    needs = [_needs_of(one, stamp(one.name)) for one in assignments()]
    alike = [exercises for needed_modules, exercises in needs if needed_modules == modules]
    root, own = current().root, package()
    return Settings(
        modules=modules,
        questions=("judge.asking.questioner", "questioner"),
        asked={
            "name": own.name,
            "folder": str(own.folder),
            "ids": [exercise for exercises in alike for exercise in exercises],
        },
        paths=[str(folder) for folder in dict.fromkeys((root, PROJECT)) if not _is_of_packages(folder)],
        seen=[str(place) for place in map(_place_of, process.packages) if not _is_of_packages(place.parent)],
        hidden=tuple(dict.fromkeys((*process.hidden, own.name, *OWN))),
        collections=process.collections,
        confined=confined,
    )


def _place_of(package: str) -> Path:
    """Return the folder of a package of the course's: with its files, or where the judge is."""
    own = current().root / package
    return own if own.is_dir() else PROJECT / package


def _is_of_packages(folder: Path) -> bool:
    """Tell whether a folder is where installed packages are, which each process sees without being told."""
    return folder in _package_folders()


@cache
def _package_folders() -> frozenset[Path]:
    return frozenset(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib"))


@kept(most=16)
def _needs_of(assignment: Assignment, changed: int) -> tuple[list[str], list[str]]:
    """Return the modules that an assignment's notebooks import, PyTorch only where it is used, and its exercises."""
    cells = [cell for cell in _built_cells(assignment) if cell.cell_type == "code"]
    exercises = [str(grade_id(cell)) for cell in cells if is_solution(cell)]
    run = [cell.source for cell in cells if is_answer(cell) or is_given(cell)]
    probes = [file for name in exercises for file in folder(name).rglob("probes*") if file.suffix == ".py"]
    texts = [*run, *(file.read_text("utf-8") for file in probes)]
    process = about().process
    named = [module for word, module in process.where_named.items() if any(word in text for text in texts)]
    return [*process.modules, *named], exercises


def _built_cells(assignment: Assignment) -> Any:
    """Return the cells of an assignment's notebook as it was built, else of its master, which is slow to read."""
    if assignment.source_notebook.exists():
        return reference.source_notebook(assignment).cells
    return reference.cells(assignment.number)
