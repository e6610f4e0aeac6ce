# SPDX-License-Identifier: MIT
"""Two lines of an ``nbgrader_config.py`` put its course behind the wall: :func:`confine` is the second."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import nbgrader
from nbconvert.exporters import NotebookExporter

from judge.run.words import say, template
from judge.wall.preprocessor import ConfinedExecute, exporter_behind

OLDEST = (0, 9)
SECTION = ConfinedExecute.__name__

TOO_OLD = template("nbgrader {version} is too old for `confine`: it needs 0.9 or newer.")
TWICE = template("`confine` is called twice for one configuration, and only one can hold: leave one call out.")
FAILED = template("`confine` failed, so nothing is done ({error}).")
NO_LIST = template('`modules` is a list of names, such as ["numpy", "pandas"], and not {given}.')


def confine(
    c: Any,
    modules: Sequence[str] = (),
    *,
    total: int = 600,
    megabytes: int = 100,
    may_fail: Sequence[str] = (),
    unconfined: bool = False,
) -> None:
    """Let ``nbgrader autograde``, its API and formgrader run submissions behind the wall.

    Args:
        c: nbgrader's configuration, as ``get_config()`` returns it.
        modules: What notebooks import, such as ``numpy``: it is loaded once for all submissions.
        total: The seconds that a notebook may take, all cells together. One cell has those of ``Execute.timeout``.
        megabytes: How much the files beside a notebook may hold.
        may_fail: The ids of checks that your own solution may fail.
        unconfined: Run strangers' code as yourself. For your own work alone.

    Raises:
        SystemExit: It can't be done as asked. nbgrader goes on after any other error, and would run submissions as you.
    """
    try:
        _configure(c, modules, total, megabytes, may_fail, unconfined)
    except Exception as error:
        raise _ended(FAILED, error=f"{type(error).__name__}: {error}") from error


def _configure(
    c: Any, modules: Sequence[str], total: int, megabytes: int, may_fail: Sequence[str], unconfined: bool
) -> None:
    version = nbgrader.__version__
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST:
        raise _ended(TOO_OLD, version=version)
    if SECTION in c:
        raise _ended(TWICE)
    if isinstance(modules, str) or not all(isinstance(name, str) for name in modules):
        raise _ended(NO_LIST, given=repr(modules))
    c[SECTION].modules = list(modules)
    c[SECTION].total = total
    c[SECTION].megabytes = megabytes
    c[SECTION].may_fail = list(may_fail)
    c[SECTION].unconfined = unconfined
    # It puts ConfinedExecute in Execute's place, whatever list of steps the course has.
    theirs = c.Autograde.exporter_class if "exporter_class" in c.Autograde else NotebookExporter
    c.Autograde.exporter_class = exporter_behind(theirs)


def _ended(text: str, **arguments: Any) -> SystemExit:
    return SystemExit(f"nbgrader_config.py: {say(text, **arguments)}")
