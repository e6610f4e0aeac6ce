# SPDX-License-Identifier: MIT
"""The kernel that this notebook runs in: which notebook it is, and which cells were run."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["RUNNING", "Run", "latest", "notebooks", "ran", "shell", "watch"]

# Set while a program runs the notebook, to grade, test or build it: there nothing is done for somebody who looks on.
RUNNING = "NBGRADER_EXECUTION"
# The latest run of every cell since this module was loaded; the latest of all stands last.
_runs: dict[str, Run] = {}


@dataclass(frozen=True)
class Run:
    """One run of a cell: its id ("" where the editor tells none), its text, and when, in seconds since 1970.

    The time is 0 for the cell that imports this package.
    """

    cell: str
    source: str
    at: float


def shell() -> Any | None:
    """Return IPython's shell; None outside IPython."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def watch() -> None:
    """Note from now on which cells are run, and when. Does nothing outside IPython."""
    running = shell()
    if running is not None and not getattr(running, "_autograd_in_five_days_watches", False):
        running.events.register("pre_run_cell", _note)
        running._autograd_in_five_days_watches = True
        _note_what_runs_now(running)


def ran() -> list[Run]:
    """Return the latest run of each cell, in the order of time. A cell is known by its id, else by its text."""
    return list(_runs.values())


def latest() -> Run | None:
    """Return the run of the cell that runs now, or ran last."""
    return next(reversed(_runs.values()), None)


def notebooks() -> list[Path]:
    """Return the files that this notebook can be: one where it is known, none or several where it is not.

    VS Code, ipykernel and the Jupyter server tell the path. Else it is the only notebook of a day in the folder.
    """
    running = shell()
    names = running.user_ns if running is not None else {}
    told = [names.get("__vsc_ipynb_file__"), names.get("__session__"), os.environ.get("JPY_SESSION_NAME")]
    for path in (Path(str(name)) for name in told if name):
        if path.suffix == ".ipynb" and path.is_file():
            return [path]
    return sorted(path for path in Path.cwd().glob("day*_*.ipynb") if ".kept-" not in path.name)


def _note_what_runs_now(running: Any) -> None:
    """Note the cell that imports this package: it began before anybody watched, and nobody knows when."""
    message = getattr(running, "parent_header", None) or {}
    if "code" in message.get("content", {}):
        run = Run(message.get("metadata", {}).get("cellId") or "", message["content"]["code"], 0.0)
        _runs[run.cell or run.source] = run


def _note(info: Any) -> None:
    # An editor's own questions to the kernel are no cells.
    if info.store_history and not info.silent:
        run = Run(getattr(info, "cell_id", None) or "", info.raw_cell, time.time())
        _runs.pop(run.cell or run.source, None)
        _runs[run.cell or run.source] = run
