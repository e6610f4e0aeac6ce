# SPDX-License-Identifier: MIT
"""Open the course in JupyterLab, on loopback, without anything that calls home."""

from __future__ import annotations

import os
import subprocess
import sys

from grading import course

__all__ = ["command", "open_lab"]


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
        str(day.learner_notebook.relative_to(day.root)),
        f"--ServerApp.root_dir={day.root}",
        f"--ServerApp.port={port}",
        f"--ServerApp.open_browser={browser}",
        # JupyterLab asks its maker's server for news and updates unless told not to.
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        line.append("--allow-root")
    return line


def open_lab(day: course.Day, port: int, browser: bool) -> int:
    """Serve JupyterLab until it is stopped, and return its exit code."""
    return subprocess.call(command(day, port, browser), cwd=day.root)
