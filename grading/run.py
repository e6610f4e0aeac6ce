# SPDX-License-Identifier: MIT
"""Execute a notebook in a kernel, with a limit for each cell and one for the whole."""

from __future__ import annotations

import math
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from traitlets.config import Config

__all__ = ["CELL_SECONDS", "TIMED_OUT", "TOTAL_SECONDS", "execute"]

CELL_SECONDS = 60
TOTAL_SECONDS = 600

TIMED_OUT = "CellTimeoutError"


def execute(
    notebook: Any,
    folder: str | Path,
    *,
    cell_seconds: float = CELL_SECONDS,
    total_seconds: float = TOTAL_SECONDS,
    environment: dict[str, str] | None = None,
) -> list[str]:
    """Run all cells of a notebook in place, one kernel, going on after errors.

    Args:
        notebook: The notebook; its outputs are filled in.
        folder: The kernel's working folder.
        cell_seconds: A cell that runs longer is interrupted; the cells after it still run.
        total_seconds: After this, no further cell is run.
        environment: Extra environment variables for the kernel.

    Returns:
        What cut the run short, one sentence each; empty when every cell was run.
    """
    with tempfile.TemporaryDirectory(prefix="autograd-", ignore_cleanup_errors=True) as private:
        client = _client(notebook, folder, private, cell_seconds)
        variables = {**os.environ, "IPYTHONDIR": private, "PYTHONHASHSEED": "0", **(environment or {})}
        with client.setup_kernel(env=variables):
            return _run_cells(client, notebook, cell_seconds, total_seconds)


def _client(notebook: Any, folder: str | Path, private: str, cell_seconds: float) -> NotebookClient:
    """Return a client whose kernel keeps its IPython folder and its sockets in ``private``.

    A start-up file in the user's own IPython folder could change the run, and kernels that run side by side
    over TCP race for ports.
    """
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
        error_on_timeout={
            "ename": TIMED_OUT,
            "evalue": f"The cell was stopped after {cell_seconds:g} seconds.",
            "traceback": [f"{TIMED_OUT}: the cell was stopped after {cell_seconds:g} seconds."],
        },
        allow_errors=True,
        record_timing=False,
        shutdown_kernel="immediate",
        iopub_timeout=4,
        startup_timeout=120,
    )


def _run_cells(client: NotebookClient, notebook: Any, cell_seconds: float, total_seconds: float) -> list[str]:
    end = time.monotonic() + total_seconds
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        left = end - time.monotonic()
        if left <= 0:
            return [f"The notebook was stopped after {total_seconds:g} seconds; later cells were not run."]
        client.timeout = math.ceil(min(cell_seconds, left))
        try:
            client.execute_cell(cell, index)
        except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
            name = cell.metadata.get("nbgrader", {}).get("grade_id") or f"number {index + 1}"
            why = "could not be interrupted" if isinstance(error, CellTimeoutError) else "ended the kernel"
            return [f"The cell {name} {why}; later cells were not run."]
    return []
