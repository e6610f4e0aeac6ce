# SPDX-License-Identifier: MIT
"""Open the course in JupyterLab, on loopback, without anything that calls home.

A learner's lab has no panel of an instructor. Nobody's has nbgrader's *Validate* button: it runs the visible
tests alone, and says "Success!" over a notebook that fails the checks. What replaces it is ``check()``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from enum import Enum
from pathlib import Path

from grading import beside, exchange
from judge.notebooks import course

CONFIGURATION = Path(__file__).resolve().parent / "jupyter"


class Audience(Enum):
    """Who opens the lab; the value names the folders of ``jupyter/`` that configure it, the strongest first."""

    INSTRUCTOR = ("everyone",)
    LEARNER_OF_A_CLASS = ("learner", "everyone")
    LEARNER_ALONE = ("alone", "learner", "everyone")


def audience(assignment: course.Assignment) -> Audience:
    """Return which learner opens the lab: one of a class, whose exchange is there, or one who learns alone."""
    return Audience.LEARNER_OF_A_CLASS if exchange.folder(assignment.root).is_dir() else Audience.LEARNER_ALONE


def command(assignment: course.Assignment, port: int, browser: bool, opened: str = "") -> list[str]:
    """Return the command that serves JupyterLab with an assignment's notebook open, or with another address of the lab.

    JupyterLab takes the next free port if this one is in use. Without a browser it prints the address.
    """
    opened = opened or f"/lab/tree/{assignment.learner_notebook.relative_to(assignment.root).as_posix()}"
    return [
        *(sys.executable, "-m", "jupyterlab"),
        f"--LabApp.default_url={opened}",
        f"--ServerApp.root_dir={assignment.root}",
        f"--ServerApp.port={port}",
        f"--ServerApp.open_browser={browser}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]


def open_lab(
    assignment: course.Assignment, port: int, browser: bool, opened: str = "", who: Audience | None = None
) -> int:
    """Serve JupyterLab until it is stopped, and return its exit code; a learner's if nobody is named."""
    line = command(assignment, port, browser, opened)
    return subprocess.call(line, cwd=assignment.root, env=environment(who or audience(assignment)))


def environment(who: Audience = Audience.LEARNER_ALONE) -> dict[str, str]:
    """Return the environment of the server: its configuration, and where it finds the programs it calls."""
    paths = [*(str(CONFIGURATION / layer) for layer in who.value), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    # The kernel and nbgrader call graphviz-pure and alembic by name, and the environment may not be activated.
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "PATH": os.pathsep.join(filter(None, programs)),
        **({} if who is Audience.INSTRUCTOR else beside.environment()),
    }
