# SPDX-License-Identifier: MIT
"""Execute a notebook in a kernel, with a limit for each cell and one for the whole."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError

__all__ = ["CELL_SECONDS", "TOTAL_SECONDS", "execute"]

CELL_SECONDS = 30
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
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        timeout=cell_seconds,
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
        # The terminal's ANSI colours in a traceback are for people, and `grading` prints its own.
        startup_timeout=120,
    )
    end = time.monotonic() + total_seconds
    trouble: list[str] = []
    with _private_home(environment or {}) as variables, client.setup_kernel(env=variables):
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            left = end - time.monotonic()
            if left <= 0:
                trouble.append(f"The notebook was stopped after {total_seconds:g} seconds; later cells were not run.")
                break
            client.timeout = min(cell_seconds, max(1, left))
            try:
                client.execute_cell(cell, index)
            except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
                name = cell.metadata.get("nbgrader", {}).get("grade_id") or f"number {index + 1}"
                why = "could not be interrupted" if isinstance(error, CellTimeoutError) else "ended the kernel"
                trouble.append(f"The cell {name} {why}; later cells were not run.")
                break
    return trouble


@contextlib.contextmanager
def _private_home(extra: dict[str, str]) -> Iterator[dict[str, str]]:
    """Give the kernel an IPython folder of its own, so that a start-up file there can't change the run."""
    with tempfile.TemporaryDirectory(prefix="autograd-run-", ignore_cleanup_errors=True) as folder:
        yield {**os.environ, "IPYTHONDIR": folder, "PYTHONHASHSEED": "0", **extra}
