# SPDX-License-Identifier: MIT
"""The kernel that this notebook runs in: which notebook it is, what is saved of it, and which cells were run."""

import functools
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import language
import reading
from gradtools.output import shell
from reading import notebook_file

# Set while a program runs the notebook, to grade, test or build it: no learner looks on.
RUNNING = "NBGRADER_EXECUTION"


@dataclass(frozen=True)
class Run:
    """One run of a cell: its id ("" where the editor gives none), its text, and when, in seconds since 1970.

    The time is 0 for the cell that imports this package.
    """

    cell: str
    source: str
    at: float


# The latest run of every cell since this module was loaded, the latest of all at the end.
_runs: dict[str, Run] = {}


def watch(shell: Any) -> None:
    """Note from now on which cells are run in a shell, and when."""
    shell.events.register("pre_run_cell", _note)
    # The cell that imports this package began before the watch, at an unknown time.
    message = _message(shell)
    if "code" in message.get("content", {}):
        _keep(Run(message.get("metadata", {}).get("cellId") or "", message["content"]["code"], 0.0))


def ran() -> list[Run]:
    """Return the latest run of each cell, in the order of time. A cell is known by its id, else by its text."""
    return list(_runs.values())


def latest() -> Run | None:
    """Return the run of the cell that runs now, or ran last."""
    return next(reversed(_runs.values()), None)


def has_page() -> bool:
    """Return whether somebody sent the cell that runs now from a page, whose notebook may be newer than its file.

    Whoever sits at a page can be asked for a line. A program that runs a notebook says that it can't.
    """
    return bool(_message(shell()).get("content", {}).get("allow_stdin"))


def notebooks() -> list[Path]:
    """Return the files that this notebook can be: one where it is known, none or several where it is not.

    VS Code, ipykernel and the Jupyter server name the path. Else it is the only notebook of a day in the folder.
    """
    running = shell()
    names = running.user_ns if running is not None else {}
    given = [names.get("__vsc_ipynb_file__"), names.get("__session__"), os.environ.get("JPY_SESSION_NAME")]
    for path in (Path(str(name)) for name in given if name):
        if path.suffix == ".ipynb" and path.is_file():
            return [path]
    return sorted(path for path in Path.cwd().glob("day*_*.ipynb") if ".kept-" not in path.name)


def saved_cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the cells of a saved notebook; OSError or ValueError where it can't be read, or holds no notebook.

    Each has its type, its metadata and its text, whatever else is off in the file; its id is that of the file.
    """
    found = reading.notebook_in(notebook)
    if not isinstance(found, dict) or not isinstance(found.get("cells", []), list):
        raise ValueError(f"{notebook} holds no notebook")
    own = [cell for cell in notebook_file.cells_of(found) if isinstance(cell, dict)]
    return [{**right, "id": cell.get("id")} for right, cell in zip(notebook_file.put_right(found)[0], own, strict=True)]


def text_of(cell: dict[str, Any]) -> str:
    """Return the text of a saved cell, without space at its ends."""
    return notebook_file.text_of(cell).strip()


def as_it_runs(source: str) -> str:
    """Return the text that Python gets of a cell, without space at its ends: IPython makes calls of magics."""
    found = shell()
    return str(found.transform_cell(source) if found is not None else source).strip()


def _message(shell: Any) -> dict[str, Any]:
    """Return the message that a shell answers; an empty one where none came, as in a terminal."""
    return getattr(shell, "parent_header", None) or {}


def _note(info: Any) -> None:
    # An editor's own questions to the kernel are no cells.
    if info.store_history and not info.silent:
        _keep(Run(getattr(info, "cell_id", None) or "", info.raw_cell, time.time()))


def _keep(run: Run) -> None:
    _runs.pop(run.cell or run.source, None)
    _runs[run.cell or run.source] = run


@functools.cache
def language_here() -> str:
    """Return the language of this kernel's notebook; "" where it is not known, or not there."""
    named = {reading.language_of(notebook, "") for notebook in notebooks()} if shell() is not None else set()
    return named.pop() if len(named) == 1 and named <= {language.ENGLISH, *language.known()} else ""


# Texts are in the language of the notebook, which only a kernel knows.
language.of_kernel = language_here
