# SPDX-License-Identifier: MIT
"""Execute a notebook in a kernel, with limits on the time of each cell and of the notebook, and on memory."""

from __future__ import annotations

import contextlib
import math
import os
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat

from judge.run.confined.client import Limits
from judge.run.memory import end_by_memory
from judge.run.words import say, template

if TYPE_CHECKING:
    from nbclient import NotebookClient

CELL_SECONDS = 60
TOTAL_SECONDS = 600

TIMED_OUT = "CellTimeoutError"
KERNEL_ENDED = "KernelEnded"
# Where a cell's metadata has the line at which it stopped, if it did.
STOPPED_AT = "stopped_at"

# Cells that end their kernel, or that can't be interrupted, and are left out in another run. More of them end the run.
MOST_LEFT_OUT = 3
# Between two looks at how much memory a kernel has.
LOOK_SECONDS = 0.2
# After an interruption, or the end of a cell, until its last output is there.
GRACE_SECONDS = 8


def execute(
    notebook: Any,
    folder: str | Path,
    *,
    cell_seconds: float = CELL_SECONDS,
    total_seconds: float = TOTAL_SECONDS,
    environment: dict[str, str] | None = None,
) -> list[str]:
    """Run all cells of a notebook in place, going on after errors.

    A cell that ends its kernel is left out, and the notebook is run again without it in a new kernel. One that takes
    longer than ``cell_seconds`` is interrupted, and after ``total_seconds`` no further cell is run. The kernel works in
    ``folder``, with the variables of ``environment`` beside those of this process.

    Returns:
        What was left out or cut short, one sentence each; empty when every cell was run.
    """
    end = time.monotonic() + total_seconds
    left_out: dict[int, str] = {}
    while True:
        with tempfile.TemporaryDirectory(prefix="autograd-", ignore_cleanup_errors=True) as private:
            client = _client(notebook, folder, private, cell_seconds)
            variables = {**os.environ, "IPYTHONDIR": private, "PYTHONHASHSEED": "0", **(environment or {})}
            # What the kernel itself writes, a warning of IPython say, is no output of a cell.
            with client.setup_kernel(env=variables, stderr=subprocess.DEVNULL):
                with contextlib.suppress(ImportError, AttributeError, OSError):  # Not Linux: time alone is limited.
                    import resource

                    most = Limits().memory
                    resource.prlimit(client.km.provisioner.pid, resource.RLIMIT_DATA, (most, most))
                with _memory_of(client.km.provisioner.pid) as taken:
                    stop = _run_cells(client, notebook, cell_seconds, end, left_out, taken)
        at, why = stop or (-1, "")
        if at < 0:
            return cut_short(notebook.cells, left_out, late_after=total_seconds if stop else None)
        if len(left_out) == MOST_LEFT_OUT:
            return cut_short(notebook.cells, {**left_out, at: why}, went_on=False)
        left_out[at] = why
        error = {"ename": KERNEL_ENDED, "evalue": why, "traceback": [f"{KERNEL_ENDED}: {why}"]}
        notebook.cells[at].outputs = [nbformat.v4.new_output("error", **error)]


def cut_short(
    cells: Sequence[Any], left_out: Mapping[int, str], *, went_on: bool = True, late_after: float | None = None
) -> list[str]:
    """Return what was left out or cut short when a notebook was run, one sentence each.

    ``left_out`` says why a cell was left out, by its place, and ``went_on`` whether the cells after the last of these
    were run. ``late_after`` is after how many seconds the run was stopped; None where it was not.
    """
    sentences = []
    for at, why in left_out.items():
        name = cells[at].metadata.get("nbgrader", {}).get("grade_id") or f"number {at + 1}"
        text = template("The cell {name} was left out: {why}.")
        if not went_on and at == next(reversed(left_out)):
            text = template("The cell {name} was left out, and later cells were not run: {why}.")
        sentences.append(say(text, name=name, why=say(why)))
    if late_after is not None:
        text = template("The notebook was stopped after {total_seconds:g} seconds; later cells were not run.")
        sentences.append(say(text, total_seconds=late_after))
    return sentences


def _client(notebook: Any, folder: str | Path, private: str, cell_seconds: float) -> NotebookClient:
    """Return a client whose kernel keeps its sockets in ``private``: those that run side by side race for ports."""
    # Imported here: whoever only reads results needs neither of them.
    from nbclient import NotebookClient
    from traitlets.config import Config

    stopped = say("The cell was stopped after {cell_seconds:g} seconds.", cell_seconds=cell_seconds)
    config = Config()
    if os.name != "nt":
        config.KernelManager.transport = "ipc"
        config.KernelManager.ip = os.path.join(private, "socket")
    return NotebookClient(
        notebook,
        config=config,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        timeout=math.ceil(cell_seconds),
        interrupt_on_timeout=True,
        error_on_timeout={"ename": TIMED_OUT, "evalue": stopped, "traceback": [f"{TIMED_OUT}: {stopped}"]},
        allow_errors=True,
        record_timing=False,
        coalesce_streams=True,  # else how a busy machine splits the text is kept
        shutdown_kernel="immediate",
        iopub_timeout=GRACE_SECONDS,
        raise_on_iopub_timeout=True,  # else a cell that goes on after it was interrupted counts as run
        startup_timeout=120,
    )


@contextlib.contextmanager
def _memory_of(process: int) -> Iterator[Callable[[], int]]:
    """Yield a function that returns the most bytes of memory that a process had at a time, with all that it started.

    It is looked at all the while: once it has ended, whoever started it has taken what the system says of it.
    """
    import psutil

    most, over = 0, threading.Event()

    def look() -> None:
        nonlocal most
        while not over.wait(LOOK_SECONDS):
            with contextlib.suppress(psutil.Error):
                # On Windows the Python of an environment starts another, which does the work.
                first = psutil.Process(process)
                sizes = [one.memory_info().rss for one in (first, *first.children(recursive=True))]
                most = max(most, sum(sizes))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield lambda: most
    finally:
        over.set()
        looking.join()


def _run_cells(
    client: NotebookClient,
    notebook: Any,
    cell_seconds: float,
    end: float,
    left_out: Collection[int],
    taken: Callable[[], int],
) -> tuple[int, str] | None:
    """Run the cells; return the one that cut the run short, with the reason, or None. It is -1 when time is up.

    ``taken`` returns how many bytes of memory the kernel had.
    """
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    for index, cell in enumerate(notebook.cells):
        if cell.cell_type != "code" or index in left_out:
            continue
        left = end - time.monotonic()
        if left <= 0:
            return -1, ""
        client.timeout = math.ceil(min(cell_seconds, left))
        try:
            client.execute_cell(cell, index)
        except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
            is_late = isinstance(error, CellTimeoutError)
            other = template("It could not be interrupted") if is_late else template("It ended the kernel")
            return index, end_by_memory(taken(), Limits().memory, is_late) or other
        _note_line(cell)
    return None


def _note_line(cell: Any) -> None:
    """Note the line at which a cell stopped: a kernel that is not ours says it in the traceback's text alone."""
    from nbconvert.filters import strip_ansi

    error = next((output for output in cell.outputs if output.output_type == "error"), None)
    if error is None:
        return
    shown = strip_ansi("\n".join(error.traceback))
    if place := re.search(r" \([^()]*, line (\d{1,9})\)$", error.evalue):
        error.evalue = error.evalue[: place.start()]
    place = re.search(r"^[ \t]*(?:Cell|Input) In\s?\[\d+\], line (\d{1,9})", shown, re.MULTILINE) or place
    if place:
        cell.metadata[STOPPED_AT] = int(place[1])
