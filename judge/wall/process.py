# SPDX-License-Identifier: MIT
"""The warm process of a run: one for all its notebooks, tried out before the first."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Sequence
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import sqlalchemy

from judge.notebooks.current import PROJECT
from judge.run.confined.client import Executor, Limits, NotConfinedHere, Session, Settings, folders_seen
from judge.run.confined.selftest import selftest
from judge.run.words import say, template
from judge.wall import asked

# Rooms of the judge's package, which no notebook can import.
OWN = ("judge", "grading", "language", "reading")
# As in a kernel: figures are shown below their cell, where whoever grades by hand sees them.
ENVIRONMENT = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
SEEN = template("Strangers' code is not confined here: it sees {place}.")
# Tries whether a notebook sees a path of the instructor's: an empty folder stands where one is covered.
LOOK = """
import os
try:
    print('GOT' if not os.path.isdir({place!r}) and os.path.exists({place!r}) or os.listdir({place!r}) else '')
except OSError:
    pass
"""

# The one that is at work. Formgrader grades one submission after the other in one process.
_at_work: dict[Any, Executor] = {}


def settings_for(modules: Sequence[str], secret: Sequence[str], limits: Limits, confined: bool) -> Settings:
    """Return what the warm process of a run prepares."""
    packages = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    return Settings(
        modules=("IPython", *modules),
        questions=(asked.__name__, asked.answerer.__name__),
        asked={},
        paths=() if PROJECT in packages else (str(PROJECT),),
        hidden=OWN,
        secret=tuple(secret),
        environment=ENVIRONMENT,
        confined=confined,
        limits=limits,
    )


def executor_for(settings: Settings) -> Executor:
    """Return the warm process with these settings, started and attacked from inside where there is none yet.

    Raises:
        NotConfinedHere: It can't be confined on this machine, or a module can't be loaded.
    """
    known = _at_work.get(_key(settings))
    if known is not None and known.is_alive():
        return known
    close()
    executor = Executor(settings)
    Finalize(None, executor.close, exitpriority=0)
    executor.get_ready()
    try:
        if settings.confined:
            selftest(executor)
            _look_for(settings.secret, executor)
    except BaseException:
        executor.close()
        raise
    _at_work[_key(settings)] = executor
    return executor


def close() -> None:
    """End the warm process, if there is one."""
    while _at_work:
        _at_work.popitem()[1].close()


def share() -> None:
    """Go on with the warm process of the process from which this one was forked, by a socket of its own."""
    for key, executor in list(_at_work.items()):
        del _at_work[key]
        _at_work[(os.getpid(), key[1])] = executor.shared()


def _key(settings: Settings) -> Any:
    return (os.getpid(), repr(settings))


def _look_for(places: Sequence[str], executor: Executor) -> None:
    """Raise ``NotConfinedHere`` where a notebook sees one of some places, or what is in it."""
    session: Session = executor.session()
    try:
        for place in _whole(places):
            outputs, _ = session.cell(LOOK.format(place=place), 10)
            if "GOT" in str(outputs):
                raise NotConfinedHere(say(SEEN, place=place))
    finally:
        session.close()


def _whole(places: Sequence[str]) -> list[str]:
    """Return those places in which nothing lies that notebooks need: such as a home with an environment of Python."""
    seen = [os.path.realpath(folder) for folder in folders_seen()]
    return [place for place in places if not any(f"{folder}/".startswith(f"{place}/") for folder in seen)]


def secret_places(coursedir: Any, exchange: str) -> list[str]:
    """Return the folders of an instructor that no notebook sees: home, course, gradebook and exchange.

    Args:
        coursedir: nbgrader's ``CourseDirectory``.
        exchange: The folder of the exchange.
    """
    parts = ("source", "release", "submitted", "autograded", "feedback", "solution")
    named = [getattr(coursedir, f"{part}_directory", "") for part in parts]
    root = Path(coursedir.root)
    places = [str(root / name) for name in named if name]
    url = sqlalchemy.make_url(coursedir.db_url)
    if url.get_backend_name() == "sqlite" and url.database:
        places.append(str((root / url.database).parent))
    found = [os.path.realpath(place) for place in (root, *places, exchange, os.path.expanduser("~")) if place]
    return [place for place in dict.fromkeys(found) if place != os.sep]
