# SPDX-License-Identifier: MIT
"""Open the course in JupyterLab, on loopback, without anything that calls home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from grading.notebooks import course

__all__ = ["command", "environment", "open_lab"]

CONFIGURATION = Path(__file__).resolve().parent / "jupyter"


def command(day: course.Day, port: int, browser: bool) -> list[str]:
    """Return the command that serves JupyterLab with a day's notebook open.

    Args:
        day: The day to open.
        port: The port to serve on; JupyterLab takes the next free one if it is in use.
        browser: Whether to open a browser; without one the address is printed.
    """
    line = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--LabApp.default_url=/lab/tree/{day.learner_notebook.relative_to(day.root).as_posix()}",
        f"--ServerApp.root_dir={day.root}",
        f"--ServerApp.port={port}",
        f"--ServerApp.open_browser={browser}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        line.append("--allow-root")
    return line


def open_lab(day: course.Day, port: int, browser: bool) -> int:
    """Serve JupyterLab until it is stopped, and return its exit code."""
    return subprocess.call(command(day, port, browser), cwd=day.root, env=environment())


def environment() -> dict[str, str]:
    """Return the environment of the server: JupyterLab's question about news from its maker's server is off."""
    paths = [str(CONFIGURATION), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    # The kernel and nbgrader call graphviz-pure and alembic by name, and the environment may not be activated.
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "PATH": os.pathsep.join(filter(None, programs)),
    }
