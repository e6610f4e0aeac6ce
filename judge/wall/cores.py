# SPDX-License-Identifier: MIT
"""A class graded on all cores: nbgrader goes through its submissions one by one, and here several processes do so."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

import sqlalchemy
from nbgrader.converters.base import NbGraderException
from traitlets.config import Application

from judge.run.words import say, template
from judge.wall import process

# A process that grades fewer than this takes longer to start than it saves.
FEWEST = 2
# How long one waits for another's write to the gradebook. SQLite's own five seconds are short on a busy machine.
GRADEBOOK_SECONDS = 120
PDEATHSIG = 1
FAILED = template("Some submissions were not graded: the log says why.")


def use_all(step: Any) -> None:
    """Let nbgrader's Autograde, which is about to go through its submissions, share them out among processes.

    Each does all that nbgrader does for a submission. Where the API asks, which keeps what is logged, there is one.
    """
    if isinstance(step.parent, Application) and len(step.assignments) > 1:
        step.coursedir.db_url = _patient(step.coursedir.db_url)
        alone = step.convert_notebooks
        step.convert_notebooks = lambda: _convert(step, alone)


def _patient(address: str) -> str:
    """Return the address of a gradebook whose other writers are waited for."""
    url = sqlalchemy.make_url(address)
    if url.get_backend_name() != "sqlite" or "timeout" in url.query:
        return address
    return url.update_query_dict({"timeout": str(GRADEBOOK_SECONDS)}).render_as_string(hide_password=False)


def _convert(step: Any, alone: Callable[[], None]) -> None:
    names = sorted(step.assignments)
    count = max(1, min(len(os.sched_getaffinity(0)), len(names) // FEWEST))
    shares = [{name: step.assignments[name] for name in names[first::count]} for first in range(count)]
    workers = []
    for share in shares[1:]:
        worker = os.fork()
        if worker == 0:
            step.assignments = share
            _work(step, alone)
        workers.append(worker)
    step.assignments = shares[0]
    try:
        alone()
    finally:
        failed = [os.waitpid(worker, 0)[1] for worker in workers]
    if any(failed):
        step.log.error(say(FAILED))
        raise NbGraderException(say(FAILED))


def _work(step: Any, alone: Callable[[], None]) -> NoReturn:
    """Grade a share of the submissions, and end this process."""
    status = 1
    try:
        ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)
        process.share()
        alone()
        status = 0
    except NbGraderException:
        pass  # It was logged.
    except BaseException:
        step.log.error(traceback.format_exc())
    finally:
        logging.shutdown()
        os._exit(status)
